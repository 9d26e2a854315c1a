// Postgres and NATS: local ones in the data folder, or those of the environment.
import { createWriteStream } from 'node:fs'
import { startNats, startPostgres } from '@lms/local'
import { busPasswords, type Installation } from '@lms/service-host/installation'
import { busUserNames, readBusUsers } from '../bus-users.ts'
import { serviceNames } from '../services.ts'
import type { Folder } from './folder.ts'
import { logPath, rotate } from './logs.ts'
import type { Part } from './supervisor.ts'

/** Our own Postgres. `address` is known after the start, and stays the same after a restart. */
export async function postgresPart(
  folder: Folder,
  port: number,
  print: (line: string) => void,
): Promise<Part & { address(): string }> {
  const log = await serverLog(folder, 'postgres', /^Postgres: /, print)
  let kill = () => {}
  let url = ''
  return {
    name: 'postgres',
    address: () => url,
    start: async (spawned, ending) => {
      ending.throwIfAborted()
      const server = await startPostgres({
        dataDir: folder.postgres,
        port,
        log,
        maxConnections: 40 * serviceNames.length,
      })
      spawned(server.pid)
      url = server.url
      kill = () => server.kill('SIGKILL')
      return { pid: server.pid, exited: server.exited.then(describeExit), stop: server.stop }
    },
    kill: () => kill(),
  }
}

/** Our own NATS with JetStream, which accepts only the programs of this installation. */
export async function natsPart(
  folder: Folder,
  port: number,
  installation: Installation,
  print: (line: string) => void,
): Promise<Part & { version(): string }> {
  const log = await serverLog(folder, 'nats', /^NATS: /, print)
  const users = {
    authorization: await readBusUsers(),
    passwords: busPasswords(installation, busUserNames),
  }
  let kill = () => {}
  let version = ''
  return {
    name: 'nats',
    version: () => version,
    start: async (spawned, ending) => {
      ending.throwIfAborted()
      const server = await startNats({ storeDir: folder.nats, port, log, users, signal: ending })
      spawned(server.pid)
      version = server.version
      kill = () => server.kill('SIGKILL')
      return { pid: server.pid, exited: server.exited.then(describeExit), stop: server.stop }
    },
    kill: () => kill(),
  }
}

const describeExit = ({ code, signal }: { code: number | null; signal: string | null }) =>
  signal ? `ended by ${signal}` : `ended with code ${code}`

/** Lines go to the log. The launcher's own messages (a download, a folder elsewhere) also go to the terminal. */
async function serverLog(folder: Folder, name: string, own: RegExp, print: (line: string) => void) {
  const path = logPath(folder, name)
  await rotate(path)
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 })
  stream.on('error', () => {})
  return (line: string) => {
    stream.write(`${line}\n`)
    if (own.test(line)) print(line)
  }
}
