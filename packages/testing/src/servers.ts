// Real Postgres and NATS for tests.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authorizationOf, operatorUser, passwordVariable } from '@lms/events'
import { gatewayBusUse } from '@lms/gateway/bus-use'
import { type LocalNats, type LocalPostgres, type NatsOptions, startNats, startPostgres } from '@lms/local'
import { busUseOf, type Service } from '@lms/service-host'
import { copyPrepared, isSplit, type Prepared } from './prepared-database.ts'

export interface Scratch {
  path: string
  remove(): void
}

/** A folder that an unprivileged Postgres may also enter, and a function to remove it. */
export function scratchFolder(): Scratch {
  const path = mkdtempSync(join(tmpdir(), 'lms-test-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export interface Servers {
  postgres: LocalPostgres
  /** Another one, where services have databases on two servers. */
  second: LocalPostgres | null
  nats: LocalNats
  folder: string
  /** The migrated database that the first system of these services uses. */
  prepared: Prepared | null
  /** The password of a user of this NATS: a service, the gateway, the operator. */
  natsPassword(user: string): string
  /** Starts another NATS after one has ended, on the same storage and port, with the same users. */
  restartNats(jetstream?: NatsOptions['jetstream']): Promise<void>
  stop(): Promise<void>
}

/** A Postgres and a NATS for one test file; a system of `services` starts on them without migrating. */
export async function startServers({
  durable = false,
  services = [] as readonly Service[],
} = {}): Promise<Servers> {
  const folder = scratchFolder()
  const dataDir = join(folder.path, 'postgres')
  const prepared = durable ? null : await copyPrepared(services, dataDir)
  const nats = { storeDir: join(folder.path, 'nats'), users: usersOf(services) }
  const servers: Servers = {
    prepared,
    postgres: await startPostgres({ dataDir, durable }),
    second: isSplit ? await startPostgres({ dataDir: join(folder.path, 'second'), durable }) : null,
    nats: await startNats(nats),
    natsPassword,
    restartNats: async (jetstream = {}) => {
      servers.nats = await startNats({ ...nats, port: servers.nats.port, jetstream })
    },
    folder: folder.path,
    // The servers that a test started after killing others, if it did.
    stop: async () => {
      await servers.nats.stop()
      await servers.postgres.stop()
      await servers.second?.stop()
      folder.remove()
    },
  }
  return servers
}

const natsPassword = (user: string) => `password-of-${user}`

/** The NATS users of an installation of these services. */
function usersOf(services: readonly Service[]): NatsOptions['users'] & {} {
  const users = [
    { name: operatorUser, use: null },
    { name: 'gateway', use: gatewayBusUse },
    ...services.map(service => ({ name: service.contract.service, use: busUseOf(service) })),
  ]
  return {
    authorization: authorizationOf(users),
    passwords: Object.fromEntries(users.map(({ name }) => [passwordVariable(name), natsPassword(name)])),
  }
}
