// All services and the gateway in this one process, as `lms up` starts them without `--processes`.
import { apiDocuments, guidePages, readGatewayConfig, startGateway } from '@lms/gateway'
import {
  endOnSignal,
  makeLog,
  type RunningService,
  readConfig,
  runService,
  shrinkHeap,
  waitForParent,
} from '@lms/service-host'
import { services } from '../services.ts'

if (import.meta.main) {
  const environments: { services: Record<string, NodeJS.ProcessEnv>; gateway: NodeJS.ProcessEnv } =
    JSON.parse(process.env.LMS_SINGLE ?? '{}')
  const loaded = await Promise.all(services.map(async ({ name, load }) => ({ name, service: await load() })))
  await waitForParent()
  const running: RunningService[] = await Promise.all(
    loaded.map(({ name, service }) =>
      runService(service, readConfig(name, { ...process.env, ...environments.services[name] })),
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
