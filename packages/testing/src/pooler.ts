// PgBouncer in transaction mode between services and Postgres, where LMS_TEST_POOLER names its program: connections of a
// service then reach another connection of Postgres with each transaction.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '@lms/local'
import type { HostConfig } from '@lms/service-host'
import pg from 'pg'
import { eventually } from './eventually.ts'

/** The program; undefined where tests go to Postgres directly. */
export const pooler = process.env.LMS_TEST_POOLER

/** `nobody` of Debian: PgBouncer refuses to run as root. */
const nobody = 65_534
/** Fewer than a service opens, so that they are shared. */
const poolSize = 6

/** Starts it for the roles of these services, and turns their addresses to it. Returns what stops it. */
export async function startPooler(
  folder: string,
  configs: readonly HostConfig[],
): Promise<() => Promise<void>> {
  const [port] = (await freePorts(1)) as [number]
  const home = join(folder, `pooler-${port}`)
  mkdirSync(home)
  const urls = configs.flatMap(({ databaseUrl, systemDatabaseUrl }) => [databaseUrl, systemDatabaseUrl])
  const addresses = urls.map(url => new URL(url))
  const { port: postgresPort } = addresses[0]!
  const users = addresses.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"`)
  const files = {
    'users.txt': `${users.join('\n')}\n`,
    'pgbouncer.ini': `[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(home, 'users.txt')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 2000
`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text, { mode: 0o600 })
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    chmodSync(folder, 0o711)
    for (const name of ['', ...Object.keys(files)]) chownSync(join(home, name), nobody, nobody)
  }
  const child = spawn(pooler!, ['--quiet', join(home, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  const ended = once(child, 'exit')
  const [first] = addresses as [URL]
  for (const config of configs) {
    config.databaseUrl = withPort(config.databaseUrl, port)
    config.systemDatabaseUrl = withPort(config.systemDatabaseUrl, port)
    config.namedStatements = false
  }
  await eventually('the pooler to answer', () => answers(withPort(first.href, port)))
  return async () => {
    child.kill('SIGINT')
    await ended
  }
}

function withPort(url: string, port: number): string {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
