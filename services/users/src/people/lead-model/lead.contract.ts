// What a form submission does to the people of the school: for the site service.
import { I, id, oneOf, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Consent, userConsentChanged } from '../../privacy/consents/consent.contract.ts'
import { userTagAdded, userTagRemoved } from '../tags/tag.contract.ts'
import { people, userCreated, userDeleted, refusals as userRefusals } from '../users/user.contract.ts'

/** The effects of a submission on a person, which can be taken back. */
export const leadEffects = ['user', 'tags', 'consents'] as const

export const Lead = z.object({
  id: id('fsb').describe('The submission.'),
  user_id: id('usr'),
  created: z.boolean().describe('Whether the submission created the person.'),
  tag_ids: z.array(id('tag')).describe('The tags that the person did not have before.'),
  consent_ids: z.array(id('cns')).describe('The records of the consents that it gave.'),
  taken: z
    .array(oneOf(leadEffects))
    .nullable()
    .describe('What was taken back; null as long as nobody has asked for it.'),
  created_at: timestamp(),
})
export type Lead = z.infer<typeof Lead>

export const leads = resource({
  receive: I('POST /internal/leads/receive', {
    summary:
      'The person of a form submission, found or created, with tags and consents; once for each submission',
    callers: ['site'],
    permission: null,
    body: people.findOrCreate.body.extend({
      submission_id: id('fsb'),
      tag_ids: z
        .array(id('tag'))
        .max(20)
        .describe('Unknown ones, and those beyond the maximum of a person, are left out.'),
      consents: z
        .array(
          Consent.pick({ channel: true, text_version: true, source: true }).extend({
            text: text(2000, 1).nullable().default(null).describe('What the person has agreed to.'),
          }),
        )
        .max(10)
        .describe('A consent to this version that the person has already is left as it is.'),
    }),
    returns: Lead,
    refuses: [userRefusals.contact_missing, userRefusals.email_taken],
    emits: [userCreated, userTagAdded, userConsentChanged],
  }),
  takeBack: I('POST /internal/leads/take-back', {
    summary: 'Takes back what a submission did to a person, as far as nothing else depends on it',
    callers: ['site'],
    permission: null,
    body: z.object({
      submission_id: id('fsb'),
      others: z.boolean().describe('Whether other submissions name the person, who then stays.'),
    }),
    returns: z.object({ taken: z.array(oneOf(leadEffects)) }),
    emits: [userDeleted, userTagRemoved, userConsentChanged],
  }),
})
