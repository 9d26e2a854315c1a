// Every service as a value, for tests that start them all.
import { commerceService } from '@lms/commerce/service'
import type { GatewayConfig } from '@lms/gateway'
import { serviceService } from '@lms/service/service'
import type { Service } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { startDoor, type TestDoor } from './door.ts'
import { startSystem, type TestSystem } from './system.ts'

export const allServices: readonly Service[] = [
  usersService,
  commerceService,
  siteService,
  webhooksService,
  serviceService,
]

export interface Whole {
  system: TestSystem
  door: TestDoor
  stop(): Promise<void>
}

/** All services in this process with a gateway in front; webhooks may go to this machine. */
export async function startWhole(settings: Partial<GatewayConfig> = {}): Promise<Whole> {
  const system = await startSystem({
    services: allServices,
    settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } },
  })
  const door = await startDoor(system, settings)
  const stop = async () => {
    await door.stop()
    await system.stop()
  }
  return { system, door, stop }
}
