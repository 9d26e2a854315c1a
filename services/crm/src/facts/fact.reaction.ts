import { builder } from '../builder.ts'
import { personEvents } from './fact.sources.ts'
import { follow, readPeopleOf } from './follow.ts'

export const onPersonEvents = builder.batchReaction({
  name: 'facts',
  to: personEvents,
  prepare: readPeopleOf,
  run: async ({ events, prepared }, { facts }) => void (await follow(events, prepared, facts)),
})
