// What a school says about the notifications of the platform.
import { commerceContract } from '@lms/commerce/contract'
import {
  distinct,
  id,
  isAfterEvent,
  language,
  type Notification,
  type NotificationKind,
  oneOf,
  timedNotification,
} from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { usersContract } from '@lms/users/contract'
import { webinarsContract } from '@lms/webinars/contract'
import { z } from 'zod'
import { type TransportKind, transport } from '../addresses/kinds.ts'

/** The kind of the e-mail that has the notifications of a day: people switch it off like any other. */
export const digestKind = 'digest'
/** The kind that the CRM tells before an access to a course ends. */
export const endingKind = 'access_ends_soon'

/** What people are told by itself: the tables of the areas, and what the CRM tells at a time. */
const all: readonly NotificationKind[] = [
  ...[commerceContract, learningContract, usersContract, webinarsContract].flatMap(
    ({ notifications }) => notifications ?? [],
  ),
  // Many schools write of it by a scenario, with an offer.
  { ...timedNotification(endingKind, 'study'), usual: false },
  timedNotification(digestKind, 'study'),
]
/** Those that are told after events. The others are sent by their areas, through the actions. */
export const notifications: readonly Notification[] = all.filter(isAfterEvent)
/** The kind of this name, be it told after events or at a time. */
export const notificationOf = (kind: string): NotificationKind | undefined =>
  all.find(each => each.kind === kind)
/** What people can switch off. */
export const notificationKinds = all.map(({ kind }) => kind) as [string, ...string[]]
/** What schools have a say in: the e-mail of the day follows from the others. */
const chosenKinds = notificationKinds.filter(kind => kind !== digestKind) as [string, ...string[]]

/** How a notification is sent. */
const Choice = z.object({
  kind: oneOf(chosenKinds).describe('The occasion on which the platform writes by itself.'),
  send: z.boolean().default(true).describe('Whether people are told of it.'),
  transports: distinct(transport(), 5).default(['email']).describe('Each person gets it by all of these.'),
  digest: z
    .boolean()
    .default(false)
    .describe(
      'Whether e-mails of this kind wait for the one of the day, at `digest_time`. It has the built-in texts. Not for what is sent at a time of its own: reminders of webinars, ends of accesses.',
    ),
  days_before: z
    .int()
    .min(1)
    .max(60)
    .default(7)
    .describe('Of `access_ends_soon`: the days before the end at which people are told.'),
  most_a_day: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .default(null)
    .describe(
      'The maximum of this kind to a person in 24 hours, by each transport; the rest is skipped. Null for that of the platform: 20 for comments, 50 for all others.',
    ),
  templates: z
    .array(
      z.object({
        language: language()
          .nullable()
          .describe('The language of the template; null for all languages without one.'),
        template_id: id('tpl'),
      }),
    )
    .max(20)
    .default([])
    .describe(
      'Message templates in place of the built-in texts: the first for the transport and the language. Those of webinars have templates of their own.',
    ),
})
export type NotificationChoice = z.output<typeof Choice>

export const Notifications = z
  .array(Choice)
  .max(50)
  .default([])
  .describe(
    'What the platform tells people by itself. Those that are not named are sent by e-mail in the language of the person, except `order_created`, `access_granted` and `access_ends_soon`.',
  )

/** The choice of a school about a kind. */
export const choiceOf = (
  chosen: readonly NotificationChoice[],
  { kind, usual }: Pick<NotificationKind, 'kind' | 'usual'>,
): NotificationChoice =>
  chosen.find(each => each.kind === kind) ?? {
    kind,
    send: usual,
    transports: ['email'],
    digest: false,
    days_before: 7,
    most_a_day: null,
    templates: [],
  }

/** The places of kinds that are to wait for the e-mail of the day, and are sent at a time of their own. */
export const undigested = (chosen: readonly NotificationChoice[]): number[] =>
  chosen.flatMap(({ kind, digest }, index) =>
    digest && !notifications.some(each => each.kind === kind) ? [index] : [],
  )

/** Whether a school sends a kind that an area sends by itself, and by which transport: the first of its choice. */
export function timedChoice(
  chosen: readonly NotificationChoice[],
  kind: string,
): Pick<NotificationChoice, 'send'> & { transport: TransportKind } {
  const { send, transports } = choiceOf(chosen, notificationOf(kind)!)
  return { send, transport: transports[0] ?? 'email' }
}

/** The maximum of a kind to a person in 24 hours; 0 of what the platform tells no more. */
export const maxADay = (chosen: readonly NotificationChoice[], kind: string): number =>
  chosen.find(each => each.kind === kind)?.most_a_day ?? notificationOf(kind)?.most ?? 0
