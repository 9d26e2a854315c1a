// How a school writes to its people; PATCH /v1/settings changes it.
import { settingsGroup, text, timeZone } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'
import { Notifications } from './notifications.ts'
import { QuietHours } from './quiet-hours.ts'
import { Topic, usualTopics } from './topic.ts'

const address = () =>
  text(254, 3)
    .regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'must be an e-mail address')
    .nullable()
    .default(null)

export const CrmSettings = z
  .object({
    topics: z.array(Topic).min(1).max(50).default(usualTopics),
    time_zone: timeZone()
      .nullable()
      .default(null)
      .describe('The zone of people whose own zone is not known; null for UTC.'),
    quiet_hours: QuietHours.nullable()
      .default(null)
      .describe(
        'When people get no messages, in their own zone. Topics with the basis `service` are sent all the same.',
      ),
    frequency_caps: z
      .array(
        z.object({
          transport: transport(),
          most: z.int().min(1).max(100).describe('The maximum number of messages to a person'),
          days: z.int().min(1).max(90).describe('in so many days.'),
        }),
      )
      .max(10)
      .default([])
      .describe('They do not count messages of topics with the basis `service`.'),
    notifications: Notifications,
    tracking: settingsGroup({
      opens: z.boolean().default(true).describe('E-mails have a picture that tells when they are opened.'),
      clicks: z.boolean().default(true).describe('Links of e-mails lead through the site of the school.'),
    }),
    email: settingsGroup({
      from_name: text(100, 1).nullable().default(null).describe('Null for the name of the school.'),
      from_address: address().describe(
        'Null for the address of the installation. The mail server must be allowed to send for it.',
      ),
      reply_to: address(),
    }),
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
export type CrmSettings = z.output<typeof CrmSettings>
