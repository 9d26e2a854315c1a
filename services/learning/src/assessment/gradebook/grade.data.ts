// Grades as data about people.
import { builder } from '../../builder.ts'

export const gradesOfPerson = builder.personalData({
  what: 'grades',
  on_merge: 'they move; of two for one quiz or homework the better one is kept',
  needs: 'grading:write',
  erased: null,
  kept: 'scores, states, times',
  why: 'ids, times and points alone name nobody',
  columns: ['grades.user_id', 'grades.curator_id'],
  count: (userId, { grades }) => grades.countOf(userId),
  items: (userId, { after, most }, { grades }) => grades.ofPerson(userId, after, most),
  positionOf: ({ item_id, enrollment_id }) => `${item_id} ${enrollment_id}`,
  move: ({ from, into }, _, { grades }) => grades.moveTo(into, from),
})
