import { distinct, G, id, M, oneOf, resource, slug, stamps, timeZone } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { notificationKinds } from '../settings/notifications.ts'
import { QuietHours } from '../settings/quiet-hours.ts'
import { Topic, topicRefusals } from '../settings/topic.ts'
import { messageUnsubscribed } from '../suppressions/unsubscription.ts'

/** Why a person may not be written to: the first that holds, in this order. */
const ineligibilities = ['deleted', 'no_address', 'suppressed', 'no_consent', 'topic_off'] as const
export type Ineligibility = (typeof ineligibilities)[number]

/** Topics that a person switches off at most. */
export const maxOff = 50

const own = {
  all_off: z
    .boolean()
    .describe(
      'The person gets only messages of topics with the basis `service`; their consents are withdrawn.',
    ),
  off_transports: distinct(transport(), 10).describe('Transports that the person does not want.'),
  off_topics: distinct(slug(40), maxOff).describe('Keys of topics that the person does not want.'),
  off_notifications: distinct(oneOf(notificationKinds), 50).describe(
    'Notifications that the person does not want. Those of their `off_topics` and `off_transports` go off with these.',
  ),
  quiet_hours: QuietHours.nullable().describe(
    'The hours in which the person gets no messages; null for those of the school.',
  ),
  time_zone: timeZone()
    .nullable()
    .describe('The zone of the quiet hours; null for that of the person’s profile.'),
}

export const Preferences = z.object({ user_id: id('usr'), ...own, ...stamps })
export type Preferences = z.infer<typeof Preferences>

export const TopicEligibility = z.object({
  ...Topic.shape,
  transports: z
    .array(
      z.object({
        transport: transport().describe('The channel that the answer is about.'),
        reason: oneOf(ineligibilities)
          .nullable()
          .describe('Why a message about the topic would not go there; null if it would.'),
      }),
    )
    .describe('Whether the person may be written to about the topic, by each channel.'),
})
export type TopicEligibility = z.infer<typeof TopicEligibility>

/** What a person has chosen, and what follows for each topic. */
export const PreferencesWithTopics = Preferences.extend({
  topics: z
    .array(TopicEligibility)
    .nullable()
    .describe(
      'About what the person may be written to, by which transport: from their choices, consents and addresses, and the list of suppressions. Null while nobody can read these.',
    ),
})

export const preferences = resource({
  get: G('GET /v1/preferences/{userId}', {
    summary: 'Get the message preferences of a person; students get their own',
    permission: 'preferences:read',
    returns: PreferencesWithTopics,
  }),
  replace: M('PUT /v1/preferences/{userId}', {
    summary: 'Replace the message preferences of a person',
    permission: 'preferences:write',
    body: z.strictObject({
      all_off: own.all_off.default(false),
      off_transports: own.off_transports.default([]),
      off_topics: own.off_topics.default([]),
      off_notifications: own.off_notifications.default([]),
      quiet_hours: own.quiet_hours.default(null),
      time_zone: own.time_zone.default(null),
    }),
    example: { off_topics: ['news'], quiet_hours: { from: '21:00', to: '08:00' } },
    returns: PreferencesWithTopics,
    refuses: [personRefusals.person_out_of_reach, topicRefusals.topic_unknown],
    emits: [messageUnsubscribed],
  }),
})
