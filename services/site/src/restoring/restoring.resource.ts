import { type Id, Refused } from '@lms/contract'
import { enqueueMany, remainingTasks, retryAllFailed, step, textArray } from '@lms/service-host'
import { builder } from '../builder.ts'
import { asPlatform, inOneSchool } from '../schools/in-one-school.ts'
import { schoolTable } from '../schools/school.store.ts'
import { Registry } from '../schools/school-registry.ts'
import { restoreFile } from './restore-file.task.ts'
import { restoreFileCall } from './restore-file.ts'
import { refusals, schoolRestoring } from './restoring.contract.ts'

const restoringHandlers = builder.implement(schoolRestoring, {
  check: async ({ body, work, runtime }) => {
    const [school] = await new Registry(runtime.system).many([work.school])
    const rows = await runtime.system.rows(
      step(
        `select host from site.domains where host = any($1::text[]) and status = 'active' and school_id <> $2 order by host`,
        [textArray(body.hosts), work.school],
      ),
    )
    return {
      taken: rows.map(([host]) => host!),
      is_open: school !== undefined && school.status !== 'restoring',
    }
  },

  mark: async ({ body, work, runtime }) => {
    await inOneSchool(work.school, runtime, async ({ schools, work }) => {
      const present = await schools.find(work.school)
      if (present && present.status !== 'restoring') throw new Refused(refusals.school_present)
      if (present) return
      const times = { created_at: work.now, updated_at: work.now }
      schools.insert({
        id: work.school as Id<'sch'>,
        name: body.name,
        status: 'restoring',
        limits: {},
        version: 1,
        ...times,
      })
    })
    return { marked: true as const }
  },

  unmark: async ({ work, runtime }) => {
    await inOneSchool(work.school, runtime, async ({ schools, domains, work }) => {
      const present = await schools.find(work.school)
      if (present && present.status !== 'restoring') throw new Refused(refusals.school_present)
      for (const domain of await domains.lockAll()) {
        work.outgoing.invalidate({ kind: 'domain', host: domain.host })
        domains.remove(domain)
      }
      if (present) schools.remove(present)
    })
    return { unmarked: true as const }
  },

  files: async ({ body, work }) => {
    const entries = body.files.map(({ id, ...entry }) => ({
      payload: { file_id: id, ...entry },
      key: id,
    }))
    enqueueMany(work, restoreFile, entries)
    const { open, failed } = await remainingTasks(restoreFile.name, work)
    if (body.again) {
      retryAllFailed(restoreFile.name, work)
      return { open: open + failed + entries.length, failed: 0 }
    }
    return { open: open + entries.length, failed }
  },

  /** The archived record takes the place of the mark, with its version and times. A repetition changes nothing. */
  open: async ({ body, work, runtime }) => {
    await asPlatform(
      work.school,
      'POST /operator/v1/schools/{id}/restore/run',
      { work: { origin: { ...work.origin, operator: body.operator } }, runtime },
      async ({ domains, work }) => {
        work.write(
          `update ${schoolTable.shape.table} set name = $2, status = $3, limits = $4::jsonb, version = $5,
             created_at = $6, updated_at = $7 where school_id = $1 and id = $1 and status = 'restoring'`,
          [
            ...[work.school, body.name, body.status, JSON.stringify(body.limits)],
            ...[String(body.version), body.created_at, body.updated_at],
          ],
        )
        work.outgoing.invalidate({ kind: 'school', status: body.status })
        for (const { host } of await domains.lockAll()) work.outgoing.invalidate({ kind: 'domain', host })
        return body
      },
    )
    return { opened: true as const }
  },
})

export const restoringResource = builder.resource({
  handlers: [restoringHandlers],
  tasks: [restoreFileCall],
})
