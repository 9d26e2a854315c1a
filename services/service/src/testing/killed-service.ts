// A process of this service that kills itself before or after the commit of a step of an import, an archive or a restore.
import { readConfig, runService, systemClock } from '@lms/service-host'
import { buildArchiveTask } from '../archives/archive.run.ts'
import { runImportTask } from '../imports/import.run.ts'
import { restoreSchoolTask } from '../restores/restore.run.ts'
import { serviceService } from '../service.ts'

export const killSteps = ['before-commit', 'after-commit'] as const
type KillStep = (typeof killSteps)[number]

type Run = (...given: any[]) => any
type Committing = { work: { whenCommitted(act: () => void): void } }

const at = (step: KillStep) => {
  if (step === process.env.KILL_AT) process.kill(process.pid, 'SIGKILL')
}

if (import.meta.main) {
  for (const task of [runImportTask, buildArchiveTask, restoreSchoolTask]) {
    const { run } = task as { run: Run }
    // The first step of a process only begins, or has done no more than the process before.
    let steps = 0
    Object.assign(task, {
      run: async (...given: [Committing]) => {
        const next = await run(...given)
        if (++steps > 1) {
          at('before-commit')
          given[0].work.whenCommitted(() => at('after-commit'))
        }
        return next
      },
    })
  }
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(serviceService, { ...readConfig('service'), clock })
}
