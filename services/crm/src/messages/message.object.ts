import { id, oneOf, personal, slug, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'
import { messageLifecycle } from './message.lifecycle.ts'

/** Why a message was not sent, and how many there were: the first reason that holds, in this order. */
export const skipMeanings = {
  deleted: 'People who were deleted in the meantime.',
  no_address: 'People without an address in the channel.',
  suppressed: 'Addresses on the list of suppressions.',
  no_consent: 'People without the consent that the topic needs.',
  topic_off: 'People who have switched the topic off.',
  duplicate_address: 'Addresses that another person of the audience has.',
  frequency_cap: 'People who have had as many messages as the settings allow.',
  expired: 'Messages whose time had passed before their turn came.',
  opened: 'People who had opened an earlier message of the campaign.',
  template_error: 'Messages whose content could not be filled in.',
} as const
export type SkipReason = keyof typeof skipMeanings
export const skipReasons = Object.keys(skipMeanings) as [SkipReason, ...SkipReason[]]

export const timelineMost = 30
/** Maximum characters of the text of an in-app message. */
export const maxText = 20_000

const stepKinds = [
  ...([
    'queued',
    'held',
    'sending',
    'sent',
    'delivered',
    'deferred',
    'refused',
    'unknown',
    'skipped',
  ] as const),
  ...(['removed', 'bounced', 'complained', 'prefetched', 'opened', 'clicked', 'unsubscribed'] as const),
] as const

const Step = z.object({
  at: timestamp().describe('When it happened.'),
  what: oneOf(stepKinds).describe('What happened to the message.'),
})

/** What happened to a message, in its timeline. */
export type StepKind = (typeof stepKinds)[number]

/** Maximum characters of what is kept of a message that was sent: of its HTML and of its text. A longer HTML is not kept. */
export const maxKept = 300_000

/** A message as a person reads it. */
export const ReadableContent = z.object({
  subject: personal(z.string()).describe('The subject as the person would read it.'),
  html: personal(z.string()).nullable().describe('The message as HTML; null for plain text.'),
  text: personal(z.string()).describe('The message as plain text.'),
})
export type ReadableContent = z.infer<typeof ReadableContent>

export const Message = z.object({
  id: id('msg'),
  user_id: id('usr'),
  transport: transport().describe('The channel by which the message is sent.'),
  topic: slug(40).describe('The key of the topic of the settings by which it was allowed.'),
  mailing_id: id('mlg').nullable().describe('The mailing that it is part of.'),
  campaign_id: id('cmp').nullable().describe('The campaign that it is part of.'),
  step: z.int32().nullable().describe('The number of the message in the campaign, from 1; null for others.'),
  variant: z.int32().nullable().describe('The variant of its content in the campaign, from 1.'),
  template_id: id('tpl').nullable(),
  template_version: z.int32().nullable().describe('The version of the template from which it was made.'),
  notification: text(60)
    .nullable()
    .describe('The kind of what the platform tells by itself; null for other messages.'),
  status: statusOf(messageLifecycle).describe(
    'sent: the channel has taken it. unknown: it may have left before a crash, and is not repeated. deferred: it is tried again.',
  ),
  reason: oneOf(skipReasons).nullable().describe('Why the message was skipped; null if it was not.'),
  address: personal(text(254)).nullable().describe('The address to which the message went; null before.'),
  subject: personal(text(1000)).describe('As the person read it; empty until it was filled in.'),
  text: personal(text(maxText)).nullable().describe('The text of an in-app message.'),
  answer: personal(text(500)).describe('The last response of the channel; empty for none.'),
  send_after: timestamp()
    .nullable()
    .describe('It waits: for its time, for the end of quiet hours, for another try.'),
  expires_at: timestamp().nullable().describe('After this time it is no longer sent.'),
  sent_at: timestamp().nullable(),
  delivered_at: timestamp()
    .nullable()
    .describe('When the person got it, only where the channel says so; null otherwise.'),
  bounced_at: timestamp().nullable(),
  bounce: oneOf(['hard', 'soft', 'complaint'])
    .nullable()
    .describe(
      'How it came back, at once or by a later report. hard: the address takes nothing any more, and is suppressed, as after a complaint. soft: it did not take this message.',
    ),
  opened_at: timestamp()
    .nullable()
    .describe('First opened, or a link followed, by a person; programs that open mails do not count.'),
  prefetched_at: timestamp()
    .nullable()
    .describe(
      'When a mail program loaded the pictures by itself, as Apple’s do: whether a person opened it, nobody knows. This is no opening.',
    ),
  clicked_at: timestamp().nullable().describe('First click on one of its links.'),
  timeline: z.array(Step).max(timelineMost).describe('The history of the message, the earliest first.'),
  ...stamps,
})
export type Message = z.infer<typeof Message>

export const MessageWithContent = Message.extend({
  content: ReadableContent.nullable().describe(
    'What was sent, or would have been: of a message that was sent alone as it left, of others with the values that the person has now. Links by which the person unsubscribes lead to the school. Null once the person is erased, where nothing can be filled in, and of messages that were sent alone before contents were kept.',
  ),
})
export type MessageWithContent = z.infer<typeof MessageWithContent>
