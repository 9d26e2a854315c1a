// Each service keeps its own section. A change goes to the service that keeps it, so its readers need no copy.
import { ApiError, common, Refused, settingsRefusals } from '@lms/contract'
import { hostOperations, inTime, pageOfItems, type SchoolRuntime, type SiblingScope } from '@lms/service-host'
import { builder } from '../builder.ts'
import { type Setting, settings } from './setting.contract.ts'

export const settingHandlers = builder.implement(settings, {
  list: async ({ query, work, runtime }) => {
    const names = Object.keys(runtime.config.siblings).sort()
    const scope = { school: work.school, requestId: work.origin.requestId }
    const found = await Promise.all(names.map(name => sectionOf(name, scope, runtime)))
    for (const [index, one] of found.entries())
      if (one === null) query.warnings.push(`${names[index]} is unavailable; its settings are missing`)
    return pageOfItems(
      found.flatMap(one => one ?? []),
      query,
    )
  },

  change: async ({ body: { id, values }, caller, work, runtime }) => {
    const version = work.requiredVersion(id)
    if (!Object.hasOwn(runtime.config.siblings, id))
      throw new Refused(settingsRefusals.settings_section_unknown)
    const scope = { school: work.school, requestId: work.origin.requestId }
    const { host } = runtime.sibling(id, { host: hostOperations }, scope)
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
  const known = [...Object.values(common), ...Object.values(settingsRefusals)]
  const refusal = error instanceof ApiError && known.find(({ reason }) => reason === error.reason)
  if (!refusal) throw error
  throw new Refused(refusal, error.message, { details: error.details })
}

/** The section of a service as a list; null if the service is unavailable. */
async function sectionOf(
  service: string,
  scope: SiblingScope,
  runtime: SchoolRuntime,
): Promise<Setting[] | null> {
  const { host } = runtime.sibling(service, { host: hostOperations }, scope)
  const answer = await inTime(host.settings().catch(() => null))
  return answer && (answer.section ? [{ id: service, ...answer.section }] : [])
}
