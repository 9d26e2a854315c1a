// How a school writes to its people; PATCH /v1/settings changes it.
import { email, secret, settingsGroup, text, timeZone } from '@lms/contract'
import { z } from 'zod'
import { type TransportKind, transport } from '../addresses/kinds.ts'
import { Notifications, undigested } from './notifications.ts'
import { ObjectLinks } from './object-links.ts'
import { QuietHours, timeOfDay } from './quiet-hours.ts'
import { Topic, usualTopics } from './topic.ts'

const address = () => email().nullable().default(null)

const hostName = () =>
  text(253, 3)
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/i, 'must be the name of a domain')
    .nullable()
    .default(null)

/** A provider behind HTTP: see `transports/http-provider.ts`. */
const httpProvider = (what: string) =>
  settingsGroup({
    url: text(2000, 1)
      .regex(/^https?:\/\//, 'must be an address with https://')
      .nullable()
      .default(null)
      .describe(`Where ${what} are posted as signed JSON; null for none.`),
    secret: secret(200, 'Signs the requests, and the callbacks (Standard Webhooks): whsec_ and Base64.'),
  })

export const CrmSettings = z
  .object({
    topics: z
      .array(Topic)
      .min(1)
      .max(50)
      .default(usualTopics)
      .describe('What messages can be about; the basis of a topic decides who may get them.'),
    time_zone: timeZone()
      .nullable()
      .default(null)
      .describe(
        'The zone of people whose own zone is not known; null for that of the school, in the section `site`.',
      ),
    quiet_hours: QuietHours.nullable()
      .default(null)
      .describe(
        'When people get no messages, in their own zone. Topics with the basis `service` are sent all the same.',
      ),
    frequency_caps: z
      .array(
        z.object({
          transport: transport().describe('The channel that the cap is for.'),
          most: z.int().min(1).max(100).describe('The maximum number of messages to a person'),
          days: z.int().min(1).max(90).describe('in so many days.'),
        }),
      )
      .max(10)
      .default([])
      .describe('They do not count messages of topics with the basis `service`.'),
    notifications: Notifications,
    digest_time: timeOfDay()
      .default('08:00')
      .describe('When people get the e-mail with the notifications of a day, in their own zone.'),
    object_links: ObjectLinks,
    tracking: settingsGroup({
      opens: z.boolean().default(true).describe('E-mails have a picture that tells when they are opened.'),
      clicks: z.boolean().default(true).describe('Links of e-mails lead through the site of the school.'),
      utm: settingsGroup({
        source: text(100, 1)
          .nullable()
          .default(null)
          .describe(
            '`utm_source` of links of e-mails, which begins to mark them; null: they stay as they are.',
          ),
        medium: text(100, 1).default('email').describe('`utm_medium` of these links.'),
        campaign: text(100, 1)
          .nullable()
          .default(null)
          .describe('`utm_campaign` of these links; null for the name of the mailing or campaign.'),
      }).describe(
        'Parameters of links by which programs that count visits know a mailing. What a link says itself stays, and links that a value has made.',
      ),
    }).describe(
      'What is recorded of e-mails that people open and follow. E-mails about topics with the basis `service` that are sent alone, such as receipts, have neither.',
    ),
    email: settingsGroup({
      from_name: text(100, 1)
        .nullable()
        .default(null)
        .describe('The name of the sender; null for that of the school.'),
      from_address: address().describe(
        'Null for the address of the installation. Its domain is an active one of the school, or below one; while it is not any more, e-mails come from the address of the installation, and answers go to this one. The mail server must be allowed to send for it.',
      ),
      postal_address: text(500, 1)
        .nullable()
        .default(null)
        .describe(
          'The postal address of the school, in lines: with its name it stands under every e-mail that people can switch off. Where law asks for one (countries with such a law, by `country` of the section `site`), no mailing about such a topic starts without it.',
        ),
      reply_to: address().describe('The address that gets the answers of people; null for from_address.'),
      dkim: settingsGroup({
        domain: hostName().describe(
          'The domain that signs: that of from_address, or one above it, and an active one of the school or below one. E-mails from another address are not signed.',
        ),
        selector: text(63, 1)
          .regex(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i, 'must be a DNS label')
          .nullable()
          .default(null)
          .describe('The key stands in DNS at `{selector}._domainkey.{domain}`.'),
        private_key: secret(5000, 'The private key that signs e-mails (RFC 6376), as PEM.'),
      }).describe('The signature of e-mails in the name of the school.'),
    }).describe('The sender of e-mails.'),
    telegram: settingsGroup({
      bot_token: secret(200, 'The token of the bot that writes to people; they have to have started it.'),
    }).describe('The bot that writes to people in Telegram.'),
    sms: httpProvider('text messages').describe('The provider of text messages.'),
    push: httpProvider('pushes; `to` is the id of the person').describe('The provider of pushes.'),
    rates: z
      .array(
        z.object({
          transport: transport().describe('The channel that the rate is for.'),
          per_minute: z.int().min(1).max(100_000).describe('The maximum number of messages in a minute.'),
        }),
      )
      .max(10)
      .default([])
      .describe(
        'What exceeds them waits. Without one: 1500 for Telegram, which takes no more, and no limit for others.',
      ),
  })
  .refine(({ topics }) => new Set(topics.map(({ key }) => key)).size === topics.length, {
    path: ['topics'],
    message: 'each topic needs a key of its own',
  })
  .refine(
    ({ notifications }) => new Set(notifications.map(({ kind }) => kind)).size === notifications.length,
    {
      path: ['notifications'],
      message: 'name each kind once',
    },
  )
  .superRefine(({ notifications }, context) => {
    for (const index of undigested(notifications))
      context.addIssue({
        code: 'custom',
        path: ['notifications', index, 'digest'],
        message: 'is sent at a time of its own, and cannot wait for the e-mail of the day',
        input: true,
      })
  })
/** Messages in a minute by a transport at most; null for no limit. */
export const rateOf = ({ rates }: Pick<CrmSettings, 'rates'>, kind: TransportKind): number | null =>
  rates.find(each => each.transport === kind)?.per_minute ?? (kind === 'telegram' ? 1500 : null)

export type CrmSettings = z.output<typeof CrmSettings>
