import { personDoor } from '@lms/contract'
import { house } from '../house.ts'

export const heldHandlers = house.implement(personDoor, {
  held: async ({ body }, { events }) => ({
    held: [
      {
        what: 'events of the journal, and what receivers answered to them',
        count: await events.countOf(body.user_id),
        on_merge: 'they stay as they were told; the merge is an event of its own',
        erased: 'personal fields of the events, the answers of receivers',
        kept: 'types, times, ids, and copies that receivers have already',
        why: 'the journal is the school’s record of what happened',
      },
    ],
  }),
})
