// What the journal holds about people.
import { builder } from '../builder.ts'

export const eventsOfPerson = builder.personalData({
  what: 'events of the journal, and the answers of receivers',
  on_merge: 'they stay as they were emitted; the merge is an event of its own',
  needs: null,
  erased: 'personal fields of the events, the answers of receivers',
  kept: 'types, times, ids, and copies that receivers already have',
  why: 'the journal is the school’s record of what happened',
  count: (userId, { events }) => events.countOf(userId),
  items: async (userId, { after, most }, { events }) => {
    const about = { sql: '(t.user_id = $ or t.object_id = $)', values: [userId, userId] }
    const rows = await events.walk(about, after, most)
    return rows.map(({ id, payload }) => ({ ...JSON.parse(payload), id }))
  },
})
