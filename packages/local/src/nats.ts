import { randomUUID } from 'node:crypto'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findNatsServer } from './nats-find.ts'
import { readGreeting } from './nats-greeting.ts'
import { freePorts, portIsFree } from './ports.ts'
import { clearPrevious, recordOwner } from './previous.ts'
import { tail } from './programs.ts'
import { type Exit, type Farewell, launch, type Server, settled } from './server.ts'

export type NatsOptions = {
  /** The folder of this server: JetStream's files, `nats.conf`, `nats.pid`, `owner.pid`. Created if missing. */
  storeDir: string
  /** On 127.0.0.1; default: a free one. */
  port?: number
  /** Receives the server's output, line by line. */
  log?: (line: string) => void
  /** Where a fetched nats-server is kept, see `findNatsServer`. */
  cacheDir?: string
  /** Aborts the fetch of a nats-server. */
  signal?: AbortSignal
  /** Bytes; default: the server's own, 75 % of the memory and of the free disk. */
  jetstream?: { maxMemory?: number; maxFile?: number }
  /** The users and their permissions: an `authorization { … }` of its configuration, and its variables. */
  users?: { authorization: string; passwords: Readonly<Record<string, string>> }
}

export type LocalNats = {
  /** `nats://127.0.0.1:<port>` */
  url: string
  port: number
  pid: number
  /** Such as `2.9.10`. */
  version: string
  /** Shuts down in order; kills it after 10 s. Resolves when the process has ended. */
  stop(): Promise<void>
  kill(signal: NodeJS.Signals): void
  exited: Promise<Exit>
}

/**
 * Starts a real nats-server with JetStream that only this machine can reach, and returns when it answers.
 * A server that an earlier run left behind on the same folder is stopped first. Throws, with the server's last
 * lines and what to do, when it does not come up; nothing is left running then.
 */
export async function startNats(options: NatsOptions): Promise<LocalNats> {
  const { port, log = () => {} } = options
  if (process.platform === 'win32')
    throw new Error('NATS is not started on Windows: use WSL, or set NATS_URL')
  const program = await findNatsServer(options)
  await mkdir(options.storeDir, { recursive: true, mode: 0o700 })
  const folder = await realpath(options.storeDir)
  const mark = join(folder, 'nats.conf')
  const ownerFile = join(folder, 'owner.pid')
  await clearPrevious({ name: 'NATS', pidFile: join(folder, 'nats.pid'), ownerFile, mark, farewell, log })
  if (port !== undefined && !(await portIsFree(port))) {
    throw new Error(
      `NATS cannot use port ${port}: it is in use. Stop the program that uses it, or choose another port.`,
    )
  }
  await recordOwner(ownerFile)
  const server = await startOnPort(program.path, folder, { ...options, log })
  return { ...server, version: program.version }
}

type Started = Omit<LocalNats, 'version'>

/** Tries again if the chosen port was taken meanwhile. */
async function startOnPort(
  program: string,
  folder: string,
  options: NatsOptions & { log: (line: string) => void },
): Promise<Started> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePorts(1))[0]!
    const name = `lms-${randomUUID()}`
    const config = join(folder, 'nats.conf')
    await writeFile(config, configuration(folder, port, name, options))
    const server = await launch(program, ['-c', config], {
      log: options.log,
      orphanSignal: 'SIGINT',
      env: { ...process.env, ...options.users?.passwords },
    })
    const problem = await firstAnswer(server, port, name)
    if (!problem) {
      const { pid, exited, kill } = server
      return { url: `nats://127.0.0.1:${port}`, port, pid, exited, kill, stop: () => server.stop(farewell) }
    }
    await server.stop(farewell.slice(1))
    const lines = await server.lastLines()
    if (/address already in use/.test(lines) && options.port === undefined && attempt < 4) continue
    throw new Error(`NATS did not start on ${folder}: ${problem}.\n${tail(lines)}\n${hint(lines, folder)}`)
  }
}

function configuration(
  folder: string,
  port: number,
  name: string,
  { jetstream: limits = {}, users }: NatsOptions,
): string {
  const jetstream = [`store_dir: ${JSON.stringify(folder)}`]
  if (limits.maxMemory !== undefined) jetstream.push(`max_memory_store: ${limits.maxMemory}`)
  if (limits.maxFile !== undefined) jetstream.push(`max_file_store: ${limits.maxFile}`)
  return [
    `listen: "127.0.0.1:${port}"`,
    `server_name: "${name}"`,
    `pid_file: ${JSON.stringify(join(folder, 'nats.pid'))}`,
    `jetstream { ${jetstream.join(', ')} }`,
    users?.authorization ?? '',
  ].join('\n')
}

/** Waits for the greeting of the server with that name; otherwise throws the cause. */
async function firstAnswer(server: Server, port: number, name: string): Promise<string | undefined> {
  const until = Date.now() + 2 * 60_000
  while (!server.ended()) {
    const greeting = await readGreeting({ port })
    if (greeting?.server_name === name) return greeting.jetstream ? undefined : 'it runs without JetStream'
    if (Date.now() > until) return 'it did not answer for two minutes'
    await settled(server.exited, 15)
  }
  const { code, signal } = await server.exited
  return signal ? `it was ended by ${signal}` : `it ended with code ${code}`
}

const farewell: Farewell = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5000 },
]

function hint(lines: string, folder: string): string {
  if (/address already in use/.test(lines)) return 'Its port is in use: stop the program that uses it.'
  if (/no space left on device|insufficient storage/i.test(lines))
    return 'Free some disk space and start again.'
  if (/permission denied/i.test(lines))
    return `Make ${folder} writable for this user, or choose another folder.`
  return `See its lines above. If the stored messages are not needed, remove ${folder} and start again.`
}
