import { Refused } from '@lms/contract'
import { fieldUses } from '@lms/crm/contract'
import { namingScenarios } from '@lms/scenarios/contract'
import { crudHandlers, type Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { customFields, refusals } from './field.contract.ts'
import { FieldValueEntity } from './field.entity.ts'
import { checkOptions, chooses } from './field.rules.ts'
import { knownFields } from './known-fields.contract.ts'

const handlers = crudHandlers(customFields, ({ fields }: Stores) => fields, {
  sets: ({ name, label = name }) => ({ label, status: 'active' as const }),
  check: ({ type, options }) => checkOptions(type, options),
  mayRemove: ({ id }, { fields }) => fields.refuseUsed(id),
})

const fieldHandlers = builder.implement(customFields, {
  ...handlers,

  update: async ({ path, body, ...ctx }, { fields }) => {
    const { name, type: present } = await fields.get(path.id)
    if (body.type !== undefined && body.type !== present) await refuseNamed(name, ctx)
    const field = await fields.lock(path.id)
    const { type = field.type, label = field.label, status = field.status } = body
    const options = body.options ?? (chooses(type) ? field.options : [])
    if (type !== field.type) await fields.refuseUsed(field.id)
    checkOptions(type, options)
    return fields.change(field, { type, label, status, options })
  },

  delete: async (input, stores) => {
    const { name } = await stores.fields.get(input.path.id)
    await refuseNamed(name, input)
    return handlers.delete(input, stores)
  },
})

/** Refuses a field that segments or scenarios name. It calls crm and scenarios: before anything is locked. */
async function refuseNamed(name: string, { work, runtime }: Pick<Work, 'work' | 'runtime'>): Promise<void> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const has = (service: string) => Object.hasOwn(runtime.config.serviceAddresses, service)
  const [segments, scenarios] = await Promise.all([
    has('crm')
      ? runtime.client('crm', { fieldUses }, scope).fieldUses.segments({ body: { name } })
      : { segment_ids: [] },
    has('scenarios')
      ? runtime.client('scenarios', { namingScenarios }, scope).namingScenarios.ofField({ body: { name } })
      : { scenario_ids: [] },
  ])
  const ids = [...segments.segment_ids, ...scenarios.scenario_ids]
  if (ids.length === 0) return
  const details = ids.map(id => ({ path: 'id', message: `${id} names it` }))
  throw new Refused(refusals.custom_field_named, undefined, { details })
}

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
