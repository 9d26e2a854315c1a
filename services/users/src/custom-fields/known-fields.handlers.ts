import { builder } from '../builder.ts'
import { knownFields } from './known-fields.contract.ts'

export const knownFieldHandlers = builder.implement(knownFields, {
  among: async ({ body }, { fields }) => ({
    names: (await fields.lockByNames(body.names)).map(({ name }) => name),
  }),
})
