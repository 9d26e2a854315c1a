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
} from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { usersContract } from '@lms/users/contract'
import { webinarsContract } from '@lms/webinars/contract'
import { z } from 'zod'
import { type TransportKind, transport } from '../addresses/kinds.ts'

/** What people are told by itself: the tables of the areas. */
const all: readonly NotificationKind[] = [
  commerceContract,
  learningContract,
  usersContract,
  webinarsContract,
].flatMap(({ notifications }) => notifications ?? [])
/** Those that are told after events. The others are sent by their areas, through the actions. */
export const notifications: readonly Notification[] = all.filter(isAfterEvent)
export const notificationKinds = all.map(({ kind }) => kind) as [string, ...string[]]

/** How a notification is sent. */
const Choice = z.object({
  kind: oneOf(notificationKinds).describe('The occasion on which the platform writes by itself.'),
  send: z.boolean().default(true).describe('Whether people are told of it.'),
  transports: distinct(transport(), 5).default(['email']).describe('Each person gets it by all of these.'),
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
    'What the platform tells people by itself. Those that are not named are sent by e-mail in the language of the person, except `order_created` and `access_granted`.',
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
    most_a_day: null,
    templates: [],
  }

/** Whether a school sends a kind that an area sends by itself, and by which transport: the first of its choice. */
export function timedChoice(
  chosen: readonly NotificationChoice[],
  kind: string,
): Pick<NotificationChoice, 'send'> & { transport: TransportKind } {
  const { send, transports } = choiceOf(chosen, all.find(each => each.kind === kind)!)
  return { send, transport: transports[0] ?? 'email' }
}

/** The maximum of a kind to a person in 24 hours; 0 of what the platform tells no more. */
export const maxADay = (chosen: readonly NotificationChoice[], kind: string): number =>
  chosen.find(each => each.kind === kind)?.most_a_day ?? all.find(each => each.kind === kind)?.most ?? 0
