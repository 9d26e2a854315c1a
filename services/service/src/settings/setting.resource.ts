// Each service keeps its own section. A change goes to the service that keeps it, so its readers need no copy.
import { ApiError, common, Refused, settingsRefusals } from '@lms/contract'
import { hostOperations, pageOfItems } from '@lms/service-host'
import { builder } from '../builder.ts'
import { askEvery } from '../every-service.ts'
import { type Setting, settings } from './setting.contract.ts'

const settingHandlers = builder.implement(settings, {
  list: async ({ query, work, runtime }) => {
    const requestedIds = query.filters.find(({ name }) => name === 'id')?.values
    const isAsked = (service: string) => requestedIds?.includes(service) ?? true
    const answers = await askEvery({ work, runtime }, ({ host }) => host.settings(), isAsked)
    for (const { service, answer } of answers)
      if (answer === null) query.warnings.push(`${service} is unavailable; its settings are missing`)
    const sections = answers.flatMap(({ service, answer }): Setting[] =>
      answer?.section ? [{ id: service, ...answer.section }] : [],
    )
    return pageOfItems(sections, query)
  },

  update: async ({ body: { id, values }, caller, work, runtime }) => {
    const version = work.requiredVersion(id)
    if (!Object.hasOwn(runtime.config.serviceAddresses, id))
      throw new Refused(settingsRefusals.settings_section_unknown)
    const scope = { school: work.school, requestId: work.origin.requestId }
    const { host } = runtime.client(id, { host: hostOperations }, scope)
    // The other service claims the key in the transaction of its change, so a repetition cannot undo a later change.
    const key = work.claim && { idempotencyKey: work.claim.key }
    const answer = await host
      .changeSettings({ body: { values, version, role: caller.role }, ...key })
      .catch(passOn)
    const { changed, ...section } = answer
    if (changed) work.changesElsewhere()
    return { id, ...section }
  },
})

/** A refusal of the other service is the answer to this request. */
function passOn(error: unknown): never {
  const knownRefusals = [...Object.values(common), ...Object.values(settingsRefusals)]
  const refusal = error instanceof ApiError && knownRefusals.find(({ reason }) => reason === error.reason)
  if (!refusal) throw error
  throw new Refused(refusal, error.message, { details: error.details })
}

export const settingResource = builder.resource({
  handlers: [settingHandlers],
})
