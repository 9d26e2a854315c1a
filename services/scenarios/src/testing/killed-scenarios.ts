// A process of this service with a clock that is ahead, for a test that kills it.
import { readConfig, runService, systemClock } from '@lms/service-host'
import { scenariosService } from '../service.ts'

if (import.meta.main) {
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(scenariosService, { ...readConfig('scenarios'), clock })
}
