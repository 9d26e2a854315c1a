import { personDoor } from '@lms/contract'
import { userAnonymized } from '@lms/users/contract'
import { house } from '../house.ts'

export const personHandlers = house.implement(personDoor, {
  held: async ({ body }, { records }) => ({
    held: [
      {
        what: 'audit records',
        count: await records.countOf(body.user_id),
        on_merge: 'they stay as they are: who did what at that time',
        erased: 'the names that clients gave to their requests',
        kept: 'operation, ids, role, times',
        why: 'the school must be able to show who changed what',
      },
    ],
  }),
})

/** A client's own X-Request-Id may hold anything. */
export const onUserAnonymized = house.reaction(
  'user-anonymized',
  userAnonymized,
  async ({ event }, { records }) => records.anonymize(event.data.object.id),
)
