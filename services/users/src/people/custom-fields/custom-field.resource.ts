import { builder } from '../../builder.ts'
import { FieldValueEntity } from './field.entity.ts'
import { fieldHandlers } from './field.handlers.ts'
import { knownFieldHandlers } from './known-fields.handlers.ts'

export const customFieldResource = builder.resource({
  handlers: [fieldHandlers, knownFieldHandlers],
  entities: [FieldValueEntity],
})
