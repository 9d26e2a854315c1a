import {
  A,
  event,
  id,
  LN,
  moment,
  oneOf,
  personal,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { refusals as userRefusals } from '../../people/users/user.contract.ts'
import { reachRefusals } from '../../reach.ts'
import { consentLifecycle } from './consent.lifecycle.ts'

export const consentChannels = ['email', 'sms', 'phone', 'messenger', 'push', 'post'] as const

export const Consent = z.object({
  id: id('cns'),
  user_id: id('usr'),
  channel: oneOf(consentChannels).describe('The way by which the school may reach the person.'),
  status: oneOf(consentLifecycle.states).describe(
    'A channel has at most one given consent. A newer one replaces it; a withdrawal ends it. A pending one is none yet: it waits for the confirmation of the person by a link in an e-mail, and lapses without it.',
  ),
  text_version: text(100)
    .describe('The version of the text that was agreed to.')
    .meta({ examples: ['2026-11'] }),
  source: personal(text(200)).describe('Where it was given: a form, a call, an import.'),
  given_at: timestamp().describe('When it was given; of a pending or expired one, when it was asked for.'),
  confirmed_at: timestamp()
    .nullable()
    .describe('When the person confirmed it by the link of an e-mail; null for one that was only recorded.'),
  ended_at: timestamp().nullable(),
  withdrawal_source: personal(text(200))
    .nullable()
    .describe('Where it was withdrawn: a link, a call; null if it was not.'),
  ...stamps,
})
export type Consent = z.infer<typeof Consent>

export const refusals = refuse({
  consent_text_missing: {
    status: 422,
    when: 'text_version is missing for a given consent',
    message:
      'text_version must name the version of the text that was agreed to. Only a withdrawal may omit it.',
  },
  consent_already_given: {
    status: 409,
    when: 'the channel already has a consent to this version of the text',
    message: 'This person already has a consent to this version for this channel.',
  },
  consent_not_given: {
    status: 409,
    when: 'the channel has no consent to withdraw',
    message: 'This person has no consent for this channel to withdraw.',
  },
  consent_time_order: {
    status: 422,
    when: 'the time is in the future, or earlier than the last record of the channel',
    message: 'The time must not be in the future or earlier than the last record of this channel.',
  },
})

export const userConsentChanged = event('user.consent_changed', {
  when: 'a consent was given or withdrawn',
  object: Consent,
  related: ['user_id'],
})

export const consents = resource({
  list: LN('GET /v1/users/{id}/consents', {
    summary: 'List the consents of a person, including ended ones',
    permission: 'users:read',
    returns: Consent,
    list: {
      filters: {},
      sorts: ['given_at', 'created_at'],
    },
  }),
  record: A('POST /v1/users/{id}/consents', {
    summary: 'Record that a person gave or withdrew a consent',
    permission: 'users:write',
    body: z.strictObject({
      channel: oneOf(consentChannels).describe('The way by which the school may reach the person.'),
      status: oneOf(['given', 'withdrawn'])
        .default('given')
        .describe('Whether the person gave the consent or withdrew it.'),
      text_version: text(100, 1).optional().describe('Required for a given consent.'),
      source: text(200, 1).describe('Where it was given or withdrawn: a form, a call, an import.'),
      at: moment().optional().describe('When it was given or withdrawn. Default: now.'),
    }),
    example: { channel: 'email', text_version: '2026-11', source: 'form' },
    returns: Consent,
    refuses: [
      reachRefusals.person_out_of_reach,
      refusals.consent_text_missing,
      refusals.consent_already_given,
      refusals.consent_not_given,
      refusals.consent_time_order,
      userRefusals.user_deleted,
    ],
    emits: [userConsentChanged],
    bound: 'event',
  }),
})
