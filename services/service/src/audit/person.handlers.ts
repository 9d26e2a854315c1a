import { pageOfData, personDoor } from '@lms/contract'
import { missing } from '@lms/service-host'
import { userAnonymized } from '@lms/users/contract'
import { house } from '../house.ts'
import { AuditEntry } from './audit.contract.ts'

const page = 200
const audit = 'audit records'

export const personHandlers = house.implement(personDoor, {
  held: async ({ body }, { records }) => ({
    held: [
      {
        what: audit,
        count: await records.countOf(body.user_id),
        on_merge: 'they stay as they are: who did what at that time',
        needs: null,
        erased: 'the names that clients gave to their requests',
        kept: 'operation, ids, role, times',
        why: 'the school must be able to show who changed what',
      },
    ],
  }),

  data: async ({ body: { user_id, what, after } }, { records }) => {
    if (what !== audit) return missing()
    const about = { sql: '(t.object_id = $ or t.actor_user_id = $)', values: [user_id, user_id] }
    const rows = await records.walk(about, after, page + 1)
    return pageOfData(
      rows.map(row => AuditEntry.parse(row)),
      page,
      ({ id }) => id,
    )
  },
})

/** A client's own X-Request-Id may hold anything. */
export const onUserAnonymized = house.reaction(
  'user-anonymized',
  userAnonymized,
  async ({ event }, { records }) => records.anonymize(event.data.object.id),
)
