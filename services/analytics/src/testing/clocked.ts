// A system under a clock that only the test moves; what is due waits until a test settles it.
import { commerceService } from '@lms/commerce/service'
import { startSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { analyticsService } from '../service.ts'

export async function startClocked(beginning: string) {
  let now = Date.parse(beginning)
  const system = await startSystem({
    services: [usersService, commerceService, analyticsService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
  /** Does all that is due by now. */
  const settle = async () => {
    for (const service of ['commerce', 'users', 'analytics']) await system.services[service]!.workOffTasks()
  }
  const goTo = async (time: number) => {
    now = Math.max(now, time)
    await settle()
  }
  /** Moves the clock a little: nothing happens at the same time as something else. */
  const tick = () => {
    now += 1000
  }
  return { system, settle, goTo, tick, now: () => now }
}
export type Clocked = Awaited<ReturnType<typeof startClocked>>
