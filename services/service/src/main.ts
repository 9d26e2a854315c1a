import { main } from '@lms/service-host'
import { serviceService } from './service.ts'

await main(serviceService)
