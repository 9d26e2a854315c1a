import { A, event, Held, id, refuse, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { userConsentChanged } from '../consents/consent.contract.ts'
import { refusals as fieldRefusals } from '../custom-fields/field.contract.ts'
import { userTagAdded } from '../tags/tag.contract.ts'
import { User, userAnonymized, refusals as userRefusals } from '../users/user.contract.ts'

const Place = z.object({
  service: z
    .string()
    .describe('The service that holds it.')
    .meta({ examples: ['commerce'] }),
})

export const Merge = z.object({
  id: id('usr').describe('The person who stays.'),
  merged_id: id('usr').describe('The duplicate. It is deleted and names the other in merged_into.'),
  dry_run: z.boolean(),
  user: User.describe('The person who stays, as they are after it.'),
  conflicts: z
    .array(z.string())
    .describe('Fields of which both had a value: what the person who stays had is kept.'),
  moves: z
    .array(
      Place.extend(Held.pick({ what: true, count: true, on_merge: true }).shape).extend({
        dropped: z
          .boolean()
          .describe('Whether it does not pass to the person who stays, because the caller may not give it.'),
      }),
    )
    .describe('What moves in every service; in others than users by the event, within moments.'),
})

export type Merge = z.infer<typeof Merge>

export const Erasure = z.object({
  id: id('usr'),
  anonymized_at: timestamp(),
  people: z
    .array(id('usr'))
    .describe('Whose records were erased: the person, and the duplicates merged into them.'),
  areas: z
    .array(
      Place.extend(Held.omit({ on_merge: true, needs: true }).shape).extend({
        done: z
          .boolean()
          .describe('Whether it is done already; else it is done by the event, within minutes.'),
      }),
    )
    .describe('What was erased, what is kept, and why.'),
})

export const refusals = refuse({
  user_merged_into_itself: {
    status: 422,
    when: 'user_id names the person who is to stay',
    message: 'A person cannot be merged into themselves. Name the duplicate in user_id.',
  },
  user_unknown: {
    status: 422,
    when: 'user_id names no person of the school',
    message: 'user_id names no person of this school.',
  },
  merge_beyond_caller: {
    status: 403,
    when: 'the duplicate has what the caller may not give to a person: accesses without accesses:write',
    message:
      'The duplicate has what you may not give to another person. See details for the rights it takes.',
  },
  user_anonymized: {
    status: 409,
    when: 'the person is anonymized already',
    message: 'This person is anonymized already: nothing personal is left to erase.',
  },
})

export const userMerged = event('user.merged', {
  when: 'a duplicate was joined into a person; the object is the person who stays',
  object: User,
  related: ['user_id', 'merged_user_id'],
  changes: true,
})

export const persons = resource({
  merge: A('POST /v1/users/{id}/merge', {
    summary: 'Join a duplicate into this person; with dry_run says what would move and does nothing',
    permission: 'users:write',
    body: z.strictObject({
      user_id: id('usr').describe('The duplicate.'),
      dry_run: z.boolean().default(false),
    }),
    returns: Merge,
    refuses: [
      refusals.user_merged_into_itself,
      refusals.user_unknown,
      refusals.merge_beyond_caller,
      userRefusals.user_deleted,
      userRefusals.role_above_own,
      fieldRefusals.custom_fields_too_large,
    ],
    emits: [userMerged, userTagAdded, userConsentChanged],
  }),
  anonymize: A('POST /v1/users/{id}/anonymize', {
    summary: 'Erase the personal data of a person for ever; answers with a receipt',
    permission: 'users:write',
    returns: Erasure,
    refuses: [refusals.user_anonymized, userRefusals.role_above_own],
    emits: [userAnonymized],
  }),
})
