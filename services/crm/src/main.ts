import { main } from '@lms/service-host'
import { crmService } from './service.ts'

if (import.meta.main) await main(crmService)
