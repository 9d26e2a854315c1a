import { A, event, id, LN, moment, oneOf, personal, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { refusals as userRefusals } from '../users/user.contract.ts'
import { consentLifecycle } from './consent.lifecycle.ts'

export const consentChannels = ['email', 'sms', 'phone', 'messenger', 'push', 'post'] as const

export const Consent = z.object({
  id: id('cns'),
  user_id: id('usr'),
  channel: oneOf(consentChannels),
  status: oneOf(consentLifecycle.states).describe(
    'At most one of a channel is given; a newer one replaces it, a withdrawal ends it.',
  ),
  text_version: text(100)
    .describe('The version of the text that was agreed to.')
    .meta({ examples: ['2026-11'] }),
  source: personal(text(200)).describe('Where it was given: a form, a call, an import.'),
  given_at: timestamp(),
  ended_at: timestamp().nullable(),
  withdrawal_source: personal(text(200)).nullable(),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type Consent = z.infer<typeof Consent>

export const refusals = refuse({
  consent_text_missing: {
    status: 422,
    when: 'a consent is given without the version of its text',
    message: 'Say in text_version which text was agreed to. Only a withdrawal goes without it.',
  },
  consent_already_given: {
    status: 409,
    when: 'the channel has a consent to the same version of the text',
    message: 'This person has agreed to this version for this channel already.',
  },
  consent_not_given: {
    status: 409,
    when: 'there is no consent of the channel to withdraw',
    message: 'This person has no consent for this channel that could be withdrawn.',
  },
  consent_time_order: {
    status: 422,
    when: 'the time is in the future, or before what is recorded of the channel',
    message: 'The time must not be in the future, nor before what is recorded of this channel already.',
  },
})

export const userConsentChanged = event('user.consent_changed', {
  when: 'a consent was given or withdrawn',
  object: Consent,
  related: ['user_id'],
})

export const consents = resource({
  list: LN('GET /v1/users/{id}/consents', {
    summary: 'List the consents of a person, with those that ended',
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
      channel: oneOf(consentChannels),
      state: oneOf(['given', 'withdrawn']).default('given'),
      text_version: text(100, 1).optional().describe('Needed for a consent that is given.'),
      source: text(200, 1),
      at: moment().optional().describe('When it was given or withdrawn; now, unless told.'),
    }),
    example: { channel: 'email', text_version: '2026-11', source: 'form' },
    returns: Consent,
    refuses: [
      refusals.consent_text_missing,
      refusals.consent_already_given,
      refusals.consent_not_given,
      refusals.consent_time_order,
      userRefusals.user_deleted,
    ],
    emits: [userConsentChanged],
  }),
})
