import { pageOfData, personDoor } from '@lms/contract'
import { missing } from '@lms/service-host'
import { house } from '../house.ts'

const page = 200
const journal = 'events of the journal, and what receivers answered to them'

export const heldHandlers = house.implement(personDoor, {
  held: async ({ body }, { events }) => ({
    held: [
      {
        what: journal,
        count: await events.countOf(body.user_id),
        on_merge: 'they stay as they were told; the merge is an event of its own',
        needs: null,
        erased: 'personal fields of the events, the answers of receivers',
        kept: 'types, times, ids, and copies that receivers have already',
        why: 'the journal is the school’s record of what happened',
      },
    ],
  }),

  data: async ({ body: { user_id, what, after } }, { events }) => {
    if (what !== journal) return missing()
    const about = { sql: '(t.user_id = $ or t.object_id = $)', values: [user_id, user_id] }
    const rows = await events.walk(about, after, page + 1)
    return pageOfData(
      rows.map(({ id, payload }) => ({ ...JSON.parse(payload), id })),
      page,
      ({ id }) => id,
    )
  },
})
