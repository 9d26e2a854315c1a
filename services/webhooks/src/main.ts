import { main } from '@lms/service-host'
import { webhooksService } from './service.ts'

await main(webhooksService)
