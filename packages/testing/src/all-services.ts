// All services as values, for tests that start them all.
import { services } from '@lms/cli'
import type { GatewayConfig } from '@lms/gateway'
import type { HostConfig, Service } from '@lms/service-host'
import { startTestGateway, type TestGateway } from './gateway.ts'
import type { Servers } from './servers.ts'
import { startSystem, type TestSystem } from './system.ts'

export const allServices: readonly Service[] = await Promise.all(services.map(({ load }) => load()))

export interface TestCluster {
  system: TestSystem
  gateway: TestGateway
  stop(): Promise<void>
}

/** All services in this process with a gateway in front; webhooks may be sent to this machine. */
export async function startCluster(
  settings: Partial<GatewayConfig> = {},
  host: Partial<HostConfig> = {},
  servers?: Servers,
): Promise<TestCluster> {
  const system = await startSystem({
    services: allServices,
    ...(servers ? { servers } : {}),
    settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' }, ...host },
  })
  const gateway = await startTestGateway(system, settings)
  const stop = async () => {
    await gateway.stop()
    await system.stop()
  }
  return { system, gateway, stop }
}
