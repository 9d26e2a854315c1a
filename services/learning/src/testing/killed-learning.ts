// A process of this service that kills itself before or after the commit of a step that tells openings.
import { readConfig, runService, systemClock } from '@lms/service-host'
import { learningService } from '../service.ts'
import { openFlowTask, openLessonsTask } from '../study/schedule/open-lessons.run.ts'

export const killSteps = ['before-commit', 'after-commit'] as const

type Run = (...parameters: any[]) => any
type Committing = { work: { whenCommitted(act: () => void): void } }

const at = (step: (typeof killSteps)[number]) => {
  if (step === process.env.KILL_AT) process.kill(process.pid, 'SIGKILL')
}

if (import.meta.main) {
  for (const task of [openFlowTask, openLessonsTask]) {
    const { run } = task as { run: Run }
    Object.assign(task, {
      run: async (...parameters: [Committing]) => {
        const next = await run(...parameters)
        at('before-commit')
        parameters[0].work.whenCommitted(() => at('after-commit'))
        return next
      },
    })
  }
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(learningService, { ...readConfig('learning'), clock })
}
