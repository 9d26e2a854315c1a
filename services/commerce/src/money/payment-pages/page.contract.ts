// The page on which a person pays an order: the gateway sets it into the layout at {site_url}/pay/{token}.
import {
  A,
  amount,
  currency,
  enteredFields,
  fragmentWith,
  I,
  id,
  moment,
  oneOf,
  pageVisit,
  refuse,
  resource,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { maxContents } from '../../objects/order.object.ts'
import { failureClasses } from '../../objects/payment.object.ts'
import { Included } from '../../sales/order-pages/included.ts'
import { refusals as orderRefusals } from '../../sales/pricing/basket.contract.ts'
import { maxGifts } from '../../sales/pricing/giftable.ts'
import { chargeRefusals } from '../charges/charge.contract.ts'
import { formFields, formProblems } from '../providers/adapter/adapter.ts'
import { unpayable } from '../providers/unpayable.ts'

export const PaymentLink = z.object({
  order_id: id('ord'),
  url: text(1000)
    .describe('The page on which everybody with the link can pay.')
    .meta({
      examples: ['https://school.example/pay/01h455vb4pex5vsknk084sn02q..1hfz9p.6TtKqz1yIQZbyXsPvFxQ8AqZ'],
    }),
  amount: amount('The amount that the link asks for now; 0 where a card is added for later charges.'),
  currency: currency(),
  expires_at: timestamp(),
})
export type PaymentLink = z.infer<typeof PaymentLink>

export const refusals = refuse({
  link_part_too_large: {
    status: 422,
    when: 'the part is larger than the amount that is due',
    message: 'The part is larger than the amount that is due. Leave amount out for all of it.',
  },
  link_term_invalid: {
    status: 422,
    when: 'expires_at is not in the future, or more than a year away',
    message: 'expires_at must be in the future, and at most a year away.',
  },
})

export const paymentLinks = resource({
  create: A('POST /v1/orders/{id}/payment-link', {
    summary:
      'Create a link to the payment page of an order; of a paid one, to the page that saves a card for later charges',
    permission: 'orders:write',
    body: z.strictObject({
      amount: amount(
        'A part of the amount that is due; absent for all of it, also if the order changes. Of instalments it asks for one after the other.',
      )
        .min(1)
        .optional(),
      expires_at: moment()
        .optional()
        .describe(
          "When the link ends, if the payment does not end it. Default: the end of the order's payment term, else in seven days, after the last of its instalments.",
        ),
    }),
    bound: null,
    returns: PaymentLink,
    refuses: [
      orderRefusals.order_already_paid,
      orderRefusals.order_canceled,
      refusals.link_part_too_large,
      refusals.link_term_invalid,
      unpayable.payment_unavailable,
    ],
    secretAnswer: true,
  }),
})

/** A way to pay on the page. */
export const Way = z.object({
  provider_id: id('pvd'),
  name: text(100),
  /** `form`: with these fields. `redirect`: on the provider's page. `instructions`: outside, as the text says. */
  page: oneOf(['form', 'redirect', 'instructions']),
  test: z.boolean(),
  fields: z.array(
    z.object({
      name: oneOf(formFields),
      inputmode: oneOf(['numeric', 'text']),
      autocomplete: text(50),
    }),
  ),
  instructions: text(5000),
})
export type Way = z.infer<typeof Way>

/** What of a paid order is charged later without a card, and how one is saved now. */
export const CardPart = z.object({
  /** `wanted`: can be saved. `processing`: the provider has not reported yet. `saved`: a card was saved here. */
  status: oneOf(['wanted', 'processing', 'saved']),
  charges: z
    .array(z.object({ name: text(200), amount: amount(), at: timestamp() }))
    .describe('What is charged, and when; empty once a card is saved.'),
  ways: z.array(Way),
  problem: z
    .object({
      provider_id: id('pvd').nullable(),
      reason: oneOf([...failureClasses, ...formProblems, 'way_gone']),
    })
    .nullable(),
  continue_url: text(4000).nullable(),
})
export type CardPart = z.infer<typeof CardPart>

export const PaymentPage = z.object({
  /** `due`: can be paid. `processing`: the provider has not reported yet, or waits for the person on its own page. */
  status: oneOf(['due', 'processing', 'paid', 'expired', 'closed']),
  /** Whether the school is in test mode, or the order was paid in it. */
  test: z.boolean(),
  order_number: z.int(),
  items: z.array(z.object({ name: text(200), quantity: z.int(), amount: amount() })),
  discount_amount: amount(),
  tax_added_amount: amount(),
  order_amount: amount(),
  /** What the link asks for now. */
  amount: amount(),
  /** What can be paid in its place: all of an order in instalments. */
  whole_amount: amount().nullable(),
  /** The instalment that the link asks for, if its time is still to come: what was due by now is paid. */
  next: z.object({ due_at: timestamp(), amount: amount() }).nullable(),
  currency: currency(),
  ways: z.array(Way).describe('Empty unless due.'),
  problem: z
    .object({
      provider_id: id('pvd').nullable(),
      reason: oneOf([...failureClasses, ...formProblems, 'way_gone', 'way_outside', 'amount_changed']),
    })
    .nullable()
    .describe(
      'Why the last attempt failed. `way_gone`: this way to pay is not offered any more. `way_outside`: it needs no form. `amount_changed`: another sum is to be paid than the form said.',
    ),
  continue_url: text(4000).nullable().describe('The page of the provider that the person has left.'),
  included: Included,
  learn_url: text(500).nullable().describe('Where the buyer goes on; null unless paid, or without one.'),
  receipts: z
    .array(z.object({ number: z.int(), path: text(500) }))
    .max(20)
    .describe('Issued receipts of a paid order, with the paths of their PDFs; the last ones.'),
  webinars: z
    .array(z.object({ name: text(200), path: text(100) }))
    .max(maxContents)
    .describe('Webinars that a paid order gives, with their pages.'),
  gifts: z
    .array(z.object({ name: text(200), path: text(100) }))
    .max(maxGifts)
    .describe(
      'Gifts that the order has bought and nobody has redeemed, with their pages; empty unless paid.',
    ),
  card: CardPart.nullable().describe('Of a paid order whose later charges have no card; null of any other.'),
})
export type PaymentPage = z.infer<typeof PaymentPage>

const PageFragment = fragmentWith(PaymentPage)
const token = text(200)

/** The field of a form that saves a card, and pays nothing. */
export const cardField = 'save_card'

export const paymentPages = resource({
  show: I('POST /internal/payment-pages/show', {
    summary: 'The page of a payment link',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      ...pageVisit,
      token,
      submitted: z.boolean().describe('Whether the person has just submitted the form.'),
      returned: z
        .boolean()
        .default(false)
        .describe(
          'Whether the page of a provider has sent the person back who has paid or saved a card there.',
        ),
    }),
    returns: PageFragment,
  }),
  pay: I('POST /internal/payment-pages/pay', {
    summary: 'Start a payment on the page; one that is under way is shown in its place',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      ...pageVisit,
      token,
      provider_id: text(100),
      amount: amount().nullable().describe('The sum on the button; null for what the link asks for.'),
      fields: enteredFields(),
    }),
    returns: PageFragment,
    refuses: Object.values(chargeRefusals),
  }),
  saveCard: I('POST /internal/payment-pages/save-card', {
    summary:
      'Save a card on the page of a paid order, without a charge; an attempt that is under way is shown in its place',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, token, provider_id: text(100), fields: enteredFields() }),
    returns: PageFragment,
  }),
})
