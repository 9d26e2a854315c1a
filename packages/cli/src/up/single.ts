// All services and the gateway in this one process, for small machines. Started by `lms up --single`.
import { apiDocuments, guidePages, readGatewayConfig, startGateway } from '@lms/gateway'
import {
  endOnSignal,
  makeLog,
  type RunningService,
  readConfig,
  runService,
  shrinkHeap,
} from '@lms/service-host'
import { services } from '../services.ts'

if (import.meta.main) {
  const environments: { services: Record<string, NodeJS.ProcessEnv>; gateway: NodeJS.ProcessEnv } =
    JSON.parse(process.env.LMS_SINGLE ?? '{}')
  const running: RunningService[] = await Promise.all(
    services.map(async ({ name, load }) =>
      runService(await load(), readConfig(name, { ...process.env, ...environments.services[name] })),
    ),
  )
  const gateway = await startGateway({
    ...readGatewayConfig({ ...process.env, ...environments.gateway }),
    documents: apiDocuments(),
    guides: guidePages(),
  })

  endOnSignal(makeLog('single', process.env.LMS_LOG_LEVEL ?? 'info'), async () => {
    await gateway.stop()
    await Promise.all(running.map(service => service.stop()))
  })
  shrinkHeap()
}
