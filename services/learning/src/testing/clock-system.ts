import { startSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../service.ts'

/** Learning and users under a clock that only the test moves; tasks that are due wait until a test works them off. */
export async function startClockedSystem() {
  let now = Date.parse('2026-11-23T09:30:00Z')
  const system = await startSystem({
    services: [usersService, learningService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
  const pass = (minutes: number) => {
    now += minutes * 60_000
  }
  return { system, now: () => now, pass, work: () => system.services.learning!.workOffTasks() }
}
