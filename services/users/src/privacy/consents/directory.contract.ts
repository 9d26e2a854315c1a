import { I, id, oneOf, resource, text } from '@lms/contract'
import { z } from 'zod'
import { consentChannels, userConsentChanged } from './consent.contract.ts'

/** Consents for the service that writes to people. */
export const consentDirectory = resource({
  given: I('POST /internal/consents/given', {
    summary: 'The given consents of these people',
    callers: ['crm'],
    permission: null,
    body: z.object({ user_ids: z.array(id('usr')).max(1000) }),
    returns: z.object({
      consents: z.array(z.object({ user_id: id('usr'), channel: oneOf(consentChannels) })),
    }),
  }),
  withdraw: I('POST /internal/consents/withdraw', {
    summary: 'Withdraw the given consent of a person in a channel, or all',
    callers: ['crm'],
    permission: null,
    body: z.object({
      user_id: id('usr'),
      channel: oneOf(consentChannels).nullable().default(null).describe('Null for all.'),
      source: text(200, 1),
    }),
    returns: z.object({ withdrawn: z.int() }),
    emits: [userConsentChanged],
  }),
  renew: I('POST /internal/consents/renew', {
    summary:
      'Give the consents of a person again that the same source has withdrawn at last, and one that the person was asked for',
    callers: ['crm'],
    permission: null,
    body: z.object({
      user_id: id('usr'),
      source: text(200, 1),
      consent: z
        .object({
          channel: oneOf(consentChannels),
          text: text(10_000, 1).describe('What the person ticked.'),
        })
        .optional()
        .describe('Given where the channel has none.'),
    }),
    returns: z.object({ renewed: z.int() }),
    emits: [userConsentChanged],
  }),
})
