import { main } from '@lms/service-host'
import { siteService } from './service.ts'

await main(siteService)
