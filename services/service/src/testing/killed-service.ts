// A process of this service that kills itself before or after the commit of a step of an import, an archive or a restore, or
// within a step of a restore or an erasure. `KILL_AT=after-commit:5` names the fifth step, `restoreRows:3` the third page of
// rows.
import { type Runtime, readConfig, runService, systemClock } from '@lms/service-host'
import { buildArchiveTask } from '../archives/archive.run.ts'
import { eraseSchoolsTask } from '../erasures/erasure.run.ts'
import { runImportTask } from '../imports/import.run.ts'
import { restoreSchoolTask } from '../restores/restore.run.ts'
import { serviceService } from '../service.ts'

/** The calls of a restore and of an erasure that change something. */
const calls = {
  host: ['restoreRows', 'removeRows', 'closeSchool'],
  schoolErasing: ['mark', 'files'],
} as const
export const killSteps = ['before-commit', 'after-commit'] as const

// The first step of a process only begins, or has done no more than the process before.
const [killPoint, number = '2'] = (process.env.KILL_AT ?? '').split(':')
let passed = 0
const pass = (at: string) => {
  if (at === killPoint && ++passed === Number(number)) process.kill(process.pid, 'SIGKILL')
}

type Run = (...parameters: any[]) => any
type Committing = { work: { whenCommitted(act: () => void): void } }

/** The same with clients whose calls are counted. */
function withCountedCalls(runtime: Runtime): Runtime {
  const client: Runtime['client'] = (...parameters) => {
    const createdClient = runtime.client(...parameters) as any
    for (const [resource, names] of Object.entries(calls))
      for (const name of names) {
        const call: Run | undefined = createdClient[resource]?.[name]
        if (!call) continue
        createdClient[resource][name] = async (input: { body?: { dry_run?: boolean } }) => {
          const answer = await call(input)
          if (!input.body?.dry_run) pass(name)
          return answer
        }
      }
    return createdClient
  }
  return Object.assign(Object.create(runtime), { client })
}

if (import.meta.main) {
  for (const task of [runImportTask, buildArchiveTask, restoreSchoolTask]) {
    const { run } = task as { run: Run }
    Object.assign(task, {
      run: async ({ runtime, ...input }: Committing & { runtime: Runtime }, stores: unknown) => {
        process.send?.('begins')
        const next = await run({ ...input, runtime: withCountedCalls(runtime) }, stores)
        pass('before-commit')
        input.work.whenCommitted(() => pass('after-commit'))
        return next
      },
    })
  }
  const { runAll } = eraseSchoolsTask
  Object.assign(eraseSchoolsTask, { runAll: (runtime: Runtime) => runAll(withCountedCalls(runtime)) })
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(serviceService, { ...readConfig('service'), clock })
}
