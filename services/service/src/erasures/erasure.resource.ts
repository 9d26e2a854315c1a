import { type Id, Refused } from '@lms/contract'
import { missing } from '@lms/service-host'
import { erasingRefusals, schoolErasing } from '@lms/site/contract'
import { builder } from '../builder.ts'
import { firstPart } from '../parts.ts'
import { clientOf, day } from '../steps.ts'
import { archiveDays, type Erasure, erasures, refusals } from './erasure.contract.ts'
import { eraseSchoolsTask } from './erasure.run.ts'
import { type ErasureRow, Erasures } from './erasure.store.ts'

/** Erasures of one answer. */
const most = 500

/** The erasure as the platform team sees it; `services` are the names of all, sorted. */
function erasureOf(
  { place, counts, closed_at: _, ...row }: ErasureRow,
  services: readonly string[],
): Erasure {
  const service = 'service' in place ? (services[place.service] ?? null) : null
  return { ...row, ...counts, part: place.part, service, rows: { ...counts.rows } }
}

const namesOf = ({ config }: { config: { serviceAddresses: object } }) =>
  Object.keys(config.serviceAddresses).sort()

const erasureHandlers = builder.implement(erasures, {
  begin: async ({ body, work, runtime }, { exports }) => {
    const records = new Erasures(runtime.system)
    const present = await records.find(work.school)
    if (present) return erasureOf(present, namesOf(runtime))
    const { schoolErasing: site } = clientOf({ work, runtime }, 'site', { schoolErasing })
    const { status, is_named } = await site.check({ body: { name: body.name } })
    if (status === null) return missing()
    if (status !== 'suspended') throw new Refused(erasingRefusals.school_not_suspended)
    if (!is_named) throw new Refused(erasingRefusals.school_name_different)
    const since = new Date(runtime.clock.now().getTime() - archiveDays * day)
    if (!body.without_archive && !(await exports.hasArchiveSince(since)))
      throw new Refused(refusals.archive_missing)
    const id = work.school as Id<'sch'>
    const operator = work.origin.operator ?? 'operator'
    await records.add({ id, operator, request_id: work.origin.requestId, began_at: work.now })
    runtime.log.info({ school_id: id, operator }, 'a school is to be erased')
    return erasureOf((await records.find(id))!, namesOf(runtime))
  },

  get: async ({ work, runtime }) => {
    const row = await new Erasures(runtime.system).find(work.school)
    if (!row) throw new Refused(refusals.erasure_missing)
    return erasureOf(row, namesOf(runtime))
  },

  all: async ({ body, runtime }) => {
    const rows = await new Erasures(runtime.system).page(body.before, most + 1)
    const { part, next } = firstPart(rows, most, ({ id }) => id)
    return { erasures: part.map(row => erasureOf(row, namesOf(runtime))), next }
  },
})

export const erasureResource = builder.resource({
  handlers: [erasureHandlers],
  tasks: [eraseSchoolsTask],
  purges: ['events', 'internal'],
})
