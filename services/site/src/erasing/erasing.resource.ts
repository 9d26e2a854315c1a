import { Refused } from '@lms/contract'
import type { Runtime } from '@lms/service-host'
import { builder } from '../builder.ts'
import { inOneSchool } from '../schools/in-one-school.ts'
import { Registry } from '../schools/school-registry.ts'
import { storageOf } from '../storage/settings.ts'
import { refusals, schoolErasing } from './erasing.contract.ts'

/** Milliseconds after which one call answers, and those of one call of the storage. */
const callMs = 2500
const storageMs = 2000

const erasingHandlers = builder.implement(schoolErasing, {
  check: async ({ body, work, runtime }) => {
    const [school] = await new Registry(runtime.system).many([work.school])
    return { status: school?.status ?? null, is_named: school?.name === body.name }
  },

  mark: async ({ work, runtime }) => {
    await inOneSchool(work.school, runtime, async ({ schools, domains, work }) => {
      const rows = await domains.lockAll()
      const school = await schools.lock(work.school)
      if (school.status === 'erasing') return
      if (school.status !== 'suspended') throw new Refused(refusals.school_not_suspended)
      for (const domain of rows) {
        work.outgoing.invalidate({ kind: 'domain', host: domain.host })
        domains.remove(domain)
      }
      work.outgoing.invalidate({ kind: 'school', status: 'erasing' })
      schools.move(school, 'erase')
    })
    return { marked: true as const }
  },

  files: ({ work, runtime }) => removeFiles(work.school, runtime),
})

/** In order, so that a storage that is slow ends no call with nothing removed. */
async function removeFiles(school: string, runtime: Runtime): Promise<{ more: boolean; removed: number }> {
  const until = performance.now() + callMs
  const storage = storageOf(runtime)
  let removed = 0
  do {
    const count = await storage.removeSome(school, { signal: AbortSignal.timeout(storageMs) })
    if (count === 0) return { more: removed > 0, removed }
    removed += count
  } while (performance.now() < until)
  return { more: true, removed }
}

export const erasingResource = builder.resource({ handlers: [erasingHandlers] })
