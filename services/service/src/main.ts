import { main } from '@lms/service-host'
import { serviceService } from './service.ts'

if (import.meta.main) await main(serviceService)
