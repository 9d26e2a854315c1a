import { main } from '@lms/service-host'
import { commerceService } from './service.ts'

if (import.meta.main) await main(commerceService)
