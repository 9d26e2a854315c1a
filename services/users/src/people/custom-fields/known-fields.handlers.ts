import { builder } from '../../builder.ts'
import { knownFields } from './known-fields.contract.ts'

export const knownFieldHandlers = builder.implement(knownFields, {
  among: async ({ body }, { fields }) => {
    const rows = await fields.lockByNames(body.names)
    return {
      names: rows.map(({ name }) => name),
      fields: rows.map(({ name, type, options }) => ({ name, type, options })),
    }
  },
})
