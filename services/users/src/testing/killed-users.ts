// A process of this service that kills itself between two steps of a call that a person has confirmed.
import { readConfig, runService, systemClock } from '@lms/service-host'
import { makeConfirmedCall } from '../agent/confirmation.task.ts'
import { usersService } from '../service.ts'

export const killSteps = [
  'before-prepare',
  'before-call',
  'after-call',
  'before-outcome',
  'after-outcome',
] as const

const at = (step: (typeof killSteps)[number]) => {
  if (step === process.env.KILL_AT) process.kill(process.pid, 'SIGKILL')
}

type Step = (...parameters: any[]) => any
type Committing = { work: { whenCommitted(act: () => void): void } }

if (import.meta.main) {
  const external = makeConfirmedCall.external! as unknown as Record<'prepare' | 'call' | 'finish', Step>
  const { prepare, call, finish } = external
  Object.assign(external, {
    prepare: async (...parameters: unknown[]) => {
      at('before-prepare')
      return prepare(...parameters)
    },
    call: async (...parameters: unknown[]) => {
      at('before-call')
      const outcome = await call(...parameters)
      at('after-call')
      return outcome
    },
    finish: async (...parameters: [Committing, ...unknown[]]) => {
      const result = await finish(...parameters)
      at('before-outcome')
      parameters[0].work.whenCommitted(() => at('after-outcome'))
      return result
    },
  })
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(usersService, { ...readConfig('users'), clock })
}
