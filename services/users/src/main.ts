import { main } from '@lms/service-host'
import { usersService } from './service.ts'

await main(usersService)
