import { main } from '@lms/service-host'
import { usersService } from './service.ts'

if (import.meta.main) await main(usersService)
