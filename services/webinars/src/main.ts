import { main } from '@lms/service-host'
import { webinarsService } from './service.ts'

if (import.meta.main) await main(webinarsService)
