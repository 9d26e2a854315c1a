// The settings of a school's sales; PATCH /v1/settings changes them.
import { country, oneOf, settingsGroup, text } from '@lms/contract'
import { z } from 'zod'
import { httpsAddress } from './https-address.ts'

/** Whether the school only tries out its sales. */
export const schoolModes = ['test', 'live'] as const
export type SchoolMode = (typeof schoolModes)[number]

const days = (least: number, most = 365) => z.int().min(least).max(most)

export const CommerceSettings = z
  .object({
    sales: settingsGroup({
      mode: oneOf(schoolModes)
        .default('test')
        .describe(
          '`test`: people pay with the test provider, no money moves, and what it pays carries `test: true`. The owner goes live once and for all: then only live connections take payments, and all that test payments have paid is refunded with what it gave.',
        ),
    }).describe('Whether the school sells in earnest.'),
    orders: settingsGroup({
      expire_after_hours: z
        .int()
        .min(1)
        .max(8760)
        .nullable()
        .default(null)
        .describe('Hours after which an unpaid order expires; null for never. A late payment still pays it.'),
      learn_url: httpsAddress()
        .nullable()
        .default(null)
        .describe(
          'Where buyers go on after paying: a page on a domain of the school, or below one, on which they find what they bought. Null: the page of a paid order leads nowhere.',
        ),
    }).describe('Orders that nobody pays, and what follows a paid one.'),
    legal: settingsGroup({
      terms_url: httpsAddress()
        .nullable()
        .default(null)
        .describe('The terms of sale, to which the page of an offer leads; null for none.'),
      privacy_url: httpsAddress().nullable().default(null).describe('The text on privacy; null for none.'),
      withdrawal_url: httpsAddress()
        .nullable()
        .default(null)
        .describe(
          'The text on the right of withdrawal; null for none. With one, buyers from the European Economic Area and the United Kingdom agree that the right ends once what they bought has begun.',
        ),
      version: text(50, 1)
        .default('1')
        .describe('The version of these texts, which orders keep; change it whenever a text changes.'),
      agree_to_terms: z
        .boolean()
        .default(false)
        .describe(
          'Whether buyers tick that they agree to the terms; else the page says that they do by ordering.',
        ),
    }).describe('The texts of the law on the pages of offers. The seller is that of the receipts.'),
    checkouts: settingsGroup({
      abandoned_after_minutes: z
        .int()
        .min(5)
        .max(10_080)
        .default(60)
        .describe('Minutes without a change after which an unfinished checkout counts as abandoned.'),
    }).describe('Checkouts that nobody confirms.'),
    partners: settingsGroup({
      attribution: oneOf(['last', 'first'])
        .default('last')
        .describe('Which of several partners gets the share: the one of the last or of the first link.'),
      cookie_days: days(1).default(30).describe('Days for which a site remembers the link of a partner.'),
      hold_days: days(0).default(14).describe('Days after a payment from which the share can be paid out.'),
    }).describe('How partners earn by orders of the people they bring.'),
    subscriptions: settingsGroup({
      dunning_days: z
        .array(days(1, 60))
        .max(10)
        .default([1, 3, 5, 7])
        .describe('Days after a failed charge on which it is tried again, in rising order.'),
      grace_days: days(0, 90)
        .default(3)
        .describe('Days after the end of a paid period for which the access stays.'),
    }).describe('What follows a failed charge of a subscription.'),
    reminders: settingsGroup({
      trial_days: days(1, 30)
        .nullable()
        .default(3)
        .describe(
          'Days before the end of free days on which people are reminded; of shorter ones half-way. Null for never.',
        ),
      part_days: days(1, 30)
        .nullable()
        .default(3)
        .describe('Days before a part of an order is due on which its person is reminded; null for never.'),
      overdue_days: days(1, 60)
        .nullable()
        .default(1)
        .describe('Days after a part was due on which its person is reminded; null for never.'),
    }).describe('When people are reminded of a payment or of the end of their free days.'),
    receipts: settingsGroup({
      enabled: z.boolean().default(false).describe('Whether payments get receipts. Needs seller.name.'),
      seller: settingsGroup({
        name: text(200, 1)
          .nullable()
          .default(null)
          .describe('The name of the seller on receipts; null for none.'),
        address: text(500, 1)
          .nullable()
          .default(null)
          .describe('The postal address of the seller on receipts; null for none.'),
        tax_id: text(50, 1)
          .nullable()
          .default(null)
          .describe('The tax number of the seller on receipts; null for none.'),
        country: country()
          .nullable()
          .default(null)
          .describe('Null for that of the school, in the section `site`.'),
      }).describe('The seller that receipts name.'),
    }).describe('Receipts for payments, and the seller that they name.'),
    taxes: settingsGroup({
      country: country()
        .nullable()
        .default(null)
        .describe(
          'The country of orders that name none; null for that of the school, in the section `site`.',
        ),
    }).describe('The taxes of orders.'),
  })
  .refine(({ receipts }) => !receipts.enabled || receipts.seller.name !== null, {
    path: ['receipts', 'seller', 'name'],
    message: 'receipts need the name of the seller',
  })
  .refine(({ subscriptions: { dunning_days } }) => rises(dunning_days), {
    path: ['subscriptions', 'dunning_days'],
    message: 'each day must be later than the one before',
  })
export type CommerceSettings = z.output<typeof CommerceSettings>

const rises = (numbers: readonly number[]) =>
  numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)
