// A process of this service that kills itself before or after the commit of a planned publication, or between two steps
// of what follows from a submission.
import { readConfig, runService, systemClock } from '@lms/service-host'
import { publishPageTask } from '../pages/publishing.task.ts'
import { siteService } from '../service.ts'
import { followSubmissionCall } from '../submissions/follow.run.ts'

export const killSteps = ['before-commit', 'after-commit'] as const
export const submissionKillSteps = ['before-call', 'after-call', 'after-outcome'] as const
type KillStep = (typeof killSteps)[number] | (typeof submissionKillSteps)[number]

type Phase = (...parameters: any[]) => any
type Committing = { work: { whenCommitted(act: () => void): void } }

const at = (step: KillStep) => {
  if (step === process.env.KILL_AT) process.kill(process.pid, 'SIGKILL')
}

if (import.meta.main) {
  const { run } = publishPageTask as { run: Phase }
  Object.assign(publishPageTask, {
    run: async (...parameters: [Committing]) => {
      const next = await run(...parameters)
      at('before-commit')
      parameters[0].work.whenCommitted(() => at('after-commit'))
      return next
    },
  })
  const { call, finish } = followSubmissionCall.external! as { call: Phase; finish: Phase }
  Object.assign(followSubmissionCall.external!, {
    call: async (...parameters: unknown[]) => {
      at('before-call')
      const outcome = await call(...parameters)
      at('after-call')
      return outcome
    },
    finish: async (...parameters: [Committing]) => {
      const result = await finish(...parameters)
      parameters[0].work.whenCommitted(() => at('after-outcome'))
      return result
    },
  })
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(siteService, { ...readConfig('site'), clock })
}
