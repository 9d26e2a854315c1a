import { loadAgent } from '@lms/agent'
import { main } from '@lms/service-host'
import { usersService } from './service.ts'

if (import.meta.main) {
  await main(usersService)
  // The process answers already. Its first question would load the API in one turn, in which everybody waits.
  await loadAgent()
}
