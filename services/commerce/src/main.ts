import { main } from '@lms/service-host'
import { commerceService } from './service.ts'

await main(commerceService)
