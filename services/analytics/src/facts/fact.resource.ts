import { builder } from '../builder.ts'
import { factEntities } from './fact.entity.ts'

export const factResource = builder.resource({
  entities: factEntities,
})
