import { builder } from '../builder.ts'
import { factsOfPerson } from './fact.data.ts'
import { factEntities, keepPartitions } from './fact.entity.ts'

export const factResource = builder.resource({
  entities: factEntities,
  tasks: [keepPartitions],
  personalData: [factsOfPerson],
})
