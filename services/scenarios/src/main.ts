import { main } from '@lms/service-host'
import { scenariosService } from './service.ts'

if (import.meta.main) await main(scenariosService)
