import { builder } from '../builder.ts'
import { changedHandlers, readChangedTask } from './changed.run.ts'
import { onEvents } from './follow.ts'
import { factsOfPerson } from './person.data.ts'
import { readUnitedTask } from './read-united.run.ts'

export const followingResource = builder.resource({
  handlers: [changedHandlers],
  tasks: [readUnitedTask, readChangedTask],
  batchReactions: [onEvents],
  personalData: [factsOfPerson],
})
