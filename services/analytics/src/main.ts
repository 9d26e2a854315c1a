import { main } from '@lms/service-host'
import { analyticsService } from './service.ts'

if (import.meta.main) await main(analyticsService)
