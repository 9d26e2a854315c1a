import { builder } from '../builder.ts'
import { onEvents } from './follow.ts'
import { factsOfPerson } from './person.data.ts'
import { readUnitedTask } from './read-united.run.ts'

export const followingResource = builder.resource({
  tasks: [readUnitedTask],
  batchReactions: [onEvents],
  personalData: [factsOfPerson],
})
