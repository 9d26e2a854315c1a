import { A, event, id, PersonalDataCount, refuse, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { userConsentChanged } from '../../privacy/consents/consent.contract.ts'
import { refusals as fieldRefusals } from '../custom-fields/field.contract.ts'
import { userTagAdded } from '../tags/tag.contract.ts'
import { User, userAnonymized, refusals as userRefusals } from '../users/user.contract.ts'

const DataArea = z.object({
  service: z
    .string()
    .describe('The service that has the data.')
    .meta({ examples: ['commerce'] }),
})

export const Merge = z.object({
  id: id('usr').describe('The person who stays.'),
  merged_id: id('usr').describe('The duplicate. It is deleted, and its merged_into is the person who stays.'),
  dry_run: z.boolean().describe('Whether the answer only shows what the merge would do.'),
  user: User.describe('The person who stays, after the merge.'),
  conflicts: z
    .array(z.string())
    .describe('Fields that both persons had set: the person who stays keeps their own value.'),
  moves: z
    .array(
      DataArea.extend(PersonalDataCount.pick({ what: true, count: true, on_merge: true }).shape).extend({
        dropped: z
          .boolean()
          .describe(
            'Whether the data do not move to the person who stays, because the caller may not give them.',
          ),
      }),
    )
    .describe(
      'The data that move in every service; services other than users move theirs on the event, within moments.',
    ),
})

export type Merge = z.infer<typeof Merge>

export const Erasure = z.object({
  id: id('usr'),
  anonymized_at: timestamp(),
  people: z
    .array(id('usr'))
    .describe('The ids whose records were erased: the person, and the duplicates merged into them.'),
  areas: z
    .array(
      DataArea.extend(PersonalDataCount.omit({ on_merge: true, needs: true, incidental: true }).shape).extend(
        {
          expires_at: timestamp()
            .nullable()
            .describe('When what is kept ends by itself; null if it stays with the data of the school.'),
          finished: z
            .boolean()
            .describe(
              'Whether the erasure is finished. Otherwise the service does it on the event, within minutes.',
            ),
        },
      ),
    )
    .describe('What was erased, what is kept, and why.'),
})

export const refusals = refuse({
  user_merged_into_itself: {
    status: 422,
    when: 'user_id is the person who stays',
    message: 'A person cannot be merged into themselves. Send the id of the duplicate as user_id.',
  },
  user_unknown: {
    status: 422,
    when: 'user_id is not the id of a person of the school',
    message: 'user_id must be the id of a person of this school.',
  },
  merge_beyond_caller: {
    status: 403,
    when: 'the caller may not give a person what the duplicate has, for example accesses without accesses:write',
    message:
      'The duplicate has data that you may not give to another person. See details for the permissions that this takes.',
  },
  user_anonymized: {
    status: 409,
    when: 'the person is already anonymized',
    message: 'This person is already anonymized. No personal data are left to erase.',
  },
})

export const userMerged = event('user.merged', {
  when: 'a duplicate was merged into a person; the object is the person who stays',
  object: User,
  related: ['user_id', 'merged_user_id'],
  changes: true,
})

export const persons = resource({
  merge: A('POST /v1/users/{id}/merge', {
    summary: 'Merge a duplicate into this person; dry_run previews the merge without a change',
    permission: 'users:write',
    body: z.strictObject({
      user_id: id('usr').describe('The duplicate.'),
      dry_run: z.boolean().default(false).describe('Only previews the merge; nothing changes.'),
    }),
    bound: null,
    returns: Merge,
    refuses: [
      refusals.user_merged_into_itself,
      refusals.user_unknown,
      refusals.merge_beyond_caller,
      userRefusals.user_deleted,
      userRefusals.role_above_own,
      userRefusals.last_owner,
      fieldRefusals.custom_fields_too_large,
    ],
    emits: [userMerged, userTagAdded, userConsentChanged],
  }),
  anonymize: A('POST /v1/users/{id}/anonymize', {
    summary: 'Erase the personal data of a person irrevocably; answers with a receipt',
    permission: 'users:write',
    bound: null,
    returns: Erasure,
    refuses: [refusals.user_anonymized, userRefusals.role_above_own, userRefusals.last_owner],
    emits: [userAnonymized],
  }),
})
