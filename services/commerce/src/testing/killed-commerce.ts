// A process of this service that kills itself between two steps of a call to a provider.
import { readConfig, runService, systemClock } from '@lms/service-host'
import { setUpCall } from '../money/card-setups/set-up.run.ts'
import { chargeCall } from '../money/charges/charge.run.ts'
import { refundCall } from '../money/refunds/refund.run.ts'
import { commerceService } from '../service.ts'

export const killSteps = ['before-call', 'after-call', 'after-outcome'] as const

const at = (step: (typeof killSteps)[number]) => {
  if (step === process.env.KILL_AT) process.kill(process.pid, 'SIGKILL')
}

if (import.meta.main) {
  for (const { external } of [chargeCall, refundCall, setUpCall]) {
    const { call, finish } = external! as {
      call: (...parameters: any[]) => any
      finish: (...parameters: any[]) => any
    }
    Object.assign(external!, {
      call: async (...parameters: unknown[]) => {
        at('before-call')
        const outcome = await call(...parameters)
        at('after-call')
        return outcome
      },
      finish: async (...parameters: [{ work: { whenCommitted(act: () => void): void } }]) => {
        const result = await finish(...parameters)
        parameters[0].work.whenCommitted(() => at('after-outcome'))
        return result
      },
    })
  }
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(commerceService, { ...readConfig('commerce'), clock })
}
