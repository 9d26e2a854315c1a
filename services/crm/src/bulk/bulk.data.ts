import { id, text } from '@lms/contract'
import { z } from 'zod'
import { builder, type Stores } from '../builder.ts'

const Result = z.object({ id: id('blk'), outcome: text(40), reason: text(40).nullable() })

export const bulkResultsOfPerson = builder.personalData({
  what: 'results of actions on many people',
  on_merge: 'they become results of the person who stays',
  needs: 'bulk-actions:write',
  incidental: true,
  erased: 'nothing',
  kept: 'results with the id',
  why: 'the numbers of an action stay what they were; an id alone is no personal data',
  columns: ['bulk_people.user_id', 'bulk_actions.user_id'],
  object: Result,
  positionOf: ({ id }) => id,
  count: (userId, { bulkActions }: Stores) => bulkActions.countOfPerson(userId),
  items: (userId, { after, most }, { bulkActions }: Stores) =>
    bulkActions.ofPerson(userId, after, most) as never,
  move: async ({ from, into }, _, { bulkActions }) => bulkActions.moveTo(into, from),
  erase: async () => {},
})
