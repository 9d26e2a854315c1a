// A process of this service that kills itself before or after the commit of a planned publication.
import { readConfig, runService, systemClock } from '@lms/service-host'
import { publishPageTask } from '../pages/publishing.task.ts'
import { siteService } from '../service.ts'

export const killSteps = ['before-commit', 'after-commit'] as const

const at = (step: (typeof killSteps)[number]) => {
  if (step === process.env.KILL_AT) process.kill(process.pid, 'SIGKILL')
}

if (import.meta.main) {
  const { run } = publishPageTask as { run: (...given: any[]) => any }
  Object.assign(publishPageTask, {
    run: async (...given: [{ work: { whenCommitted(act: () => void): void } }]) => {
      const next = await run(...given)
      at('before-commit')
      given[0].work.whenCommitted(() => at('after-commit'))
      return next
    },
  })
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(siteService, { ...readConfig('site'), clock })
}
