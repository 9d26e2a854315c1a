import { main } from '@lms/service-host'
import { learningService } from './service.ts'

if (import.meta.main) await main(learningService)
