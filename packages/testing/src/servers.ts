// Real Postgres and NATS for tests. Postgres is started once for a run; every system gets a database of its own.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalNats, type LocalPostgres, startNats, startPostgres } from '@lms/local'
import pg from 'pg'

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
  stop(): Promise<void>
}

/** Postgres and NATS of one's own, for tests that kill or restart them. */
export async function startServers({ durable = false } = {}): Promise<Servers> {
  const folder = scratchFolder()
  const servers: Servers = {
    postgres: await startPostgres({ dataDir: join(folder.path, 'postgres'), durable }),
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

/** Runs SQL as the owner of the server. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}
