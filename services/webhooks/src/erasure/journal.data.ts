// The personal data in the journal.
import { builder } from '../builder.ts'
import { noteErasure } from './erasure.ts'

const about = (userId: string) => ({ sql: '(t.user_id = $ or t.object_id = $)', values: [userId, userId] })

export const eventsOfPerson = builder.personalData({
  what: 'events of the journal, and the answers of receivers',
  incidental: true,
  on_merge: 'they stay as they were emitted; the merge is an event of its own',
  needs: null,
  erased:
    'personal fields of the events, the answers of receivers, and the person in descriptions and conditions of subscriptions',
  kept: 'types, times, ids, and copies that receivers already have',
  why: 'the journal is the school’s record of what happened',
  columns: ['events.user_id', 'events.object_id', 'erased_people.user_id'],
  count: (userId, { events }) => events.countWhere(about(userId)),
  items: async (userId, { after, most }, { events }) =>
    (await events.walk(about(userId), after, most)).map(({ id, payload }) => ({
      ...JSON.parse(payload),
      id,
    })),
  // A task, because a person can have any number of events.
  erase: (userId, { work }) => noteErasure(userId, work),
})
