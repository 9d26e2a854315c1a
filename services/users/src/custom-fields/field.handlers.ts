import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { customFields } from './field.contract.ts'
import { checkOptions, chooses } from './field.rules.ts'

export const fieldHandlers = builder.implement(customFields, {
  ...crudHandlers(customFields, ({ fields }: Stores) => fields, {
    sets: ({ name, label = name }) => ({ label, status: 'active' as const }),
    check: ({ type, options }) => checkOptions(type, options),
    mayRemove: ({ id }, { fields }) => fields.refuseUsed(id),
  }),

  update: async ({ path, body }, { fields }) => {
    const field = await fields.lock(path.id)
    const { type = field.type, label = field.label, status = field.status } = body
    const options = body.options ?? (chooses(type) ? field.options : [])
    if (type !== field.type) await fields.refuseUsed(field.id)
    checkOptions(type, options)
    return fields.change(field, { type, label, status, options })
  },
})
