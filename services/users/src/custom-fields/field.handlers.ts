import { plain } from '@lms/service-host'
import { house, type Stores } from '../house.ts'
import { customFields, mostFields, refusals } from './field.contract.ts'
import { checkOptions, chooses } from './field.rules.ts'
import type { FieldRow } from './field.store.ts'

const made = plain<FieldRow, 'fld', Stores>({
  prefix: 'fld',
  store: ({ fields }) => fields,
  fill: body => {
    checkOptions(body.type, body.options)
    const { name, label = name, type, options } = body
    return { name, label, type, options, status: 'active' }
  },
  mayRemove: ({ id }, { fields }) => fields.refuseUsed(id),
})

export const fieldHandlers = house.implement(customFields, {
  ...made,

  create: async (input, stores) => {
    await stores.fields.refuseBeyond(mostFields, refusals.custom_fields_full)
    return made.create(input, stores)
  },

  change: async ({ path, body }, { fields }) => {
    const field = await fields.lock(path.id)
    const { type = field.type, label = field.label, status = field.status } = body
    const options = body.options ?? (chooses(type) ? field.options : [])
    if (type !== field.type) await fields.refuseUsed(field.id)
    checkOptions(type, options)
    return fields.save(field, { type, label, status, options })
  },
})
