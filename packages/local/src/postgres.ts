import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePorts, portIsFree } from './ports.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { type Cluster, ensureCluster, postgresEnv } from './postgres-cluster.ts'
import { type PostgresHome, postgresHome } from './postgres-home.ts'
import { clearPrevious, recordOwner } from './previous.ts'
import { tail } from './programs.ts'
import { type Exit, type Farewell, launch, type Server, settled } from './server.ts'

export type PostgresOptions = {
  /** The folder of this Postgres: `cluster/`, `superuser-password`, `owner.pid`. Created if missing. */
  dataDir: string
  /** On 127.0.0.1; default: a free one. */
  port?: number
  /** Default true. False is for tests: faster, and a crash of the machine may lose or spoil the data. */
  durable?: boolean
  /** Receives the server's output, line by line. */
  log?: (line: string) => void
  /** Default 200. */
  maxConnections?: number
}

export type LocalPostgres = {
  /** `postgres://…` of the superuser on 127.0.0.1, password included. */
  url: string
  port: number
  pid: number
  /** Ends open connections and shuts down in order; kills it after 20 s. Resolves when the process has ended. */
  stop(): Promise<void>
  kill(signal: NodeJS.Signals): void
  exited: Promise<Exit>
}

/**
 * Starts a real Postgres 18 that only this machine can reach, and returns when it answers.
 * A server that an earlier run left behind on the same folder is stopped first; as root it runs as another user
 * (see `postgresHome`). Throws, with the server's last lines and what to do, when it does not come up; nothing is
 * left running then.
 */
export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const { port, durable = true, log = () => {}, maxConnections = 200 } = options
  if (process.platform === 'win32')
    throw new Error('Postgres is not started on Windows: use WSL, or set DATABASE_URL')
  const home = await postgresHome(options.dataDir, log)
  await clearPrevious({
    name: 'Postgres',
    pidFile: join(home.folder, 'cluster', 'postmaster.pid'),
    ownerFile: ownerFile(home),
    mark: join(home.folder, 'cluster'),
    farewell,
    log,
  })
  if (port !== undefined && !(await portIsFree(port))) {
    throw new Error(
      `Postgres cannot use port ${port}: it is in use. Stop the program that uses it, or choose another port.`,
    )
  }
  const binaries = await postgresBinaries(home.as, log)
  const cluster = await ensureCluster(binaries, home, durable)
  return startWithPatience({ binaries, home, cluster, port, durable, log, maxConnections })
}

type Start = Required<Omit<PostgresOptions, 'dataDir' | 'port'>> & {
  binaries: string
  home: PostgresHome
  cluster: Cluster
  port: number | undefined
}

/** Tries again while processes of a dead server still have its memory, and if the chosen port was just taken. */
async function startWithPatience(start: Start): Promise<LocalPostgres> {
  const patientUntil = Date.now() + 30_000
  for (let attempt = 1; ; attempt++) {
    const port = start.port ?? (await freePorts(1))[0]!
    await recordOwner(ownerFile(start.home))
    const server = await launch(join(start.binaries, 'postgres'), settings(start, port), {
      env: postgresEnv,
      as: start.home.as,
      log: start.log,
      orphanSignal: 'SIGINT',
    })
    const url = `postgres://postgres:${start.cluster.password}@127.0.0.1:${port}/postgres`
    const problem = await firstAnswer(server, url)
    if (!problem) {
      const { pid, exited, kill } = server
      return { url, port, pid, exited, kill, stop: () => server.stop(farewell) }
    }
    await server.stop(roughFarewell)
    const lines = await server.lastLines()
    const memoryHeld = /pre-existing shared memory block .* still in use/.test(lines)
    const portTaken = /could not bind|could not create any TCP/.test(lines)
    if (memoryHeld && Date.now() < patientUntil) await sleep(250)
    else if (!(portTaken && start.port === undefined && attempt < 4)) {
      throw new Error(
        `Postgres did not start on ${start.home.folder}: ${problem}.\n${tail(lines)}\n${hint(lines, start.home)}`,
      )
    }
  }
}

function ownerFile(home: PostgresHome): string {
  return join(home.folder, 'owner.pid')
}

function settings({ cluster, durable, maxConnections }: Start, port: number): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Otherwise errors are logged with the rows that they concern.
    log_error_verbosity: 'terse',
    jit: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return [
    '-D',
    cluster.folder,
    ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Waits until a query is answered; otherwise throws the cause. Replaying a long log may take minutes. */
async function firstAnswer(server: Server, url: string): Promise<string | undefined> {
  const until = Date.now() + 5 * 60_000
  while (!server.ended()) {
    const refused = await ask(url)
    if (!refused && !server.ended()) return undefined
    if (refused === wrongPassword && !(await settled(server.exited, 1000)))
      return 'it refuses the password kept with it'
    if (Date.now() > until) return 'it did not answer for five minutes'
    await settled(server.exited, 25)
  }
  const { code, signal } = await server.exited
  return signal ? `it was ended by ${signal}` : `it ended with code ${code}`
}

const wrongPassword = '28P01'

async function ask(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? 'no answer'
  } finally {
    await settled(client.end(), 1000)
  }
}

const farewell: Farewell = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 5000 },
  { signal: 'SIGKILL', waitMs: 5000 },
]
const roughFarewell = farewell.slice(1)

function hint(lines: string, home: PostgresHome): string {
  if (/could not bind|could not create any TCP/.test(lines))
    return 'Its port is in use: stop the program that uses it.'
  if (/No space left on device/.test(lines)) return 'Free some disk space and start again.'
  if (/pre-existing shared memory block/.test(lines)) {
    return `Processes of an earlier Postgres still use ${home.folder}: wait for them, or stop them.`
  }
  if (/incompatible with server|was initialized by PostgreSQL/.test(lines)) {
    return 'The data are from another version of Postgres: dump them with that version, or remove the folder.'
  }
  return `See its lines above. If the data are not needed, remove ${home.folder} and start again.`
}
