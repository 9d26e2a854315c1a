// Real Postgres and NATS for tests.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalNats, type LocalPostgres, startNats, startPostgres } from '@lms/local'
import type { Service } from '@lms/service-host'
import { copyPrepared, type Prepared } from './prepared.ts'

/** A folder that also an unprivileged Postgres may enter, and how to remove it. */
export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'lms-test-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export interface Servers {
  postgres: LocalPostgres
  nats: LocalNats
  folder: string
  /** What the first system of certain services finds migrated. */
  prepared: Prepared | null
  stop(): Promise<void>
}

/** Postgres and NATS of one's own; a system of `services` starts on them without migrating. */
export async function startServers({
  durable = false,
  services = [] as readonly Service[],
} = {}): Promise<Servers> {
  const folder = scratchFolder()
  const dataDir = join(folder.path, 'postgres')
  const prepared = durable ? null : await copyPrepared(services, dataDir)
  const servers: Servers = {
    prepared,
    postgres: await startPostgres({ dataDir, durable }),
    nats: await startNats({ storeDir: join(folder.path, 'nats') }),
    folder: folder.path,
    // Those that a test put in the place of killed ones, where it did.
    stop: async () => {
      await servers.nats.stop()
      await servers.postgres.stop()
      folder.remove()
    },
  }
  return servers
}
