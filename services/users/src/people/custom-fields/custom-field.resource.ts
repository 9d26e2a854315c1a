import { builder } from '../../builder.ts'
import { FieldValueEntity } from './field.entity.ts'
import { fieldHandlers } from './field.handlers.ts'
import { knownFields } from './known-fields.contract.ts'

const knownFieldHandlers = builder.implement(knownFields, {
  among: async ({ body }, { fields }) => {
    const rows = await fields.lockByNames(body.names)
    return {
      names: rows.map(({ name }) => name),
      fields: rows.map(({ name, type, options }) => ({ name, type, options })),
    }
  },
})

export const customFieldResource = builder.resource({
  handlers: [fieldHandlers, knownFieldHandlers],
  entities: [FieldValueEntity],
})
