import { main } from '@lms/service-host'
import { siteService } from './service.ts'

if (import.meta.main) await main(siteService)
