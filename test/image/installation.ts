// The programs of docker-compose.yml, from the image, with Postgres and NATS of this machine in place of its containers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findNatsServer, freePorts, natsProblem, startPostgres } from '@lms/local'
import pg from 'pg'
import { root } from '../architecture/sources.ts'
import type { Image } from './build.ts'
import { programsOf, readCompose } from './compose.ts'
import { type Folders, runToEnd, type Started, start } from './container.ts'
import { lms } from './lms.ts'

export interface Installed {
  operatorUrl: string
  siteUrl: string
  /** Resident bytes of each program. */
  memory(): Record<string, number>
  /** The longest check of health, in milliseconds. */
  checkMs: number
  /** Runs `lms` in the image as the platform team does. */
  lms(...args: string[]): Promise<string>
  stop(): Promise<void>
}

/** Writes the secrets, starts the servers, migrates, starts every program, and waits until all are healthy. */
export async function install(image: Image, folder: string, say: (line: string) => void): Promise<Installed> {
  const secrets = join(folder, 'secrets')
  const files = join(folder, 'files')
  mkdirSync(files)
  chownSync(files, ...(image.user.split(':').map(Number) as [number, number]))
  await lms('installation', '--folder', secrets)
  const secretOf = (path: string) => readFileSync(join(secrets, path), 'utf8').trim()

  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    maxConnections: 300,
    durable: false,
  })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`alter role postgres password '${secretOf('postgres/password')}'`)
  await admin.query('create database lms')
  await admin.end()

  const compose = readCompose({ LMS_POSTGRES: `127.0.0.1:${postgres.port}/lms` })
  const programs = programsOf(compose)
  const [natsPort, operatorPort, ...ports] = (await freePorts(programs.length + 2)) as [
    number,
    number,
    ...number[],
  ]
  const portOf = Object.fromEntries(programs.map(([name], index) => [name, ports[index]!]))
  const nats = await startNatsAsComposed(compose.nats!, secrets, folder, natsPort)

  const env = (name: string) => {
    const { environment = {} } = compose[name]!
    const here = Object.entries(environment).map(([key, value]) => [
      key,
      String(value)
        .replace('nats://nats:4222', `nats://127.0.0.1:${natsPort}`)
        .replace(/\/\/([a-z]+):8000/g, (_, host: string) => `//127.0.0.1:${portOf[host]}`),
    ])
    return {
      ...Object.fromEntries(here),
      LMS_PORT: String(portOf[name]),
      ...(name === 'gateway' ? { LMS_OPERATOR_PORT: String(operatorPort) } : {}),
      // The receiver of this test is on this machine.
      ...(name === 'webhooks' ? { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } : {}),
    } as Record<string, string>
  }
  const placeOf = (name: string): Folders => ({ secrets: join(secrets, name), files })
  const running = new Map<string, Started>()
  const stop = async () => {
    await Promise.all([...running.values()].map(({ process }) => end(process)))
    await end(nats)
    await postgres.stop()
  }
  try {
    const { command } = compose.migrate!
    say((await runToEnd(image, [...image.entrypoint, ...command], env('migrate'), placeOf('migrate'))).trim())
    const long = programs.filter(([name]) => name !== 'migrate')
    for (const [name, program] of long)
      running.set(name, start(image, [...image.entrypoint, ...program.command], env(name), placeOf(name)))
    let checkMs = 0
    for (const [name] of long) {
      const took = await healthy(name, running.get(name)!, () =>
        runToEnd(image, image.healthCommand, env(name), placeOf(name)),
      )
      checkMs = Math.max(checkMs, took)
    }
    return {
      operatorUrl: `http://127.0.0.1:${operatorPort}`,
      siteUrl: `http://{domain}:${portOf.gateway}`,
      checkMs,
      memory: () =>
        Object.fromEntries([...running].map(([name, { process }]) => [name, residentBytes(process.pid!)])),
      lms: (...args) =>
        runToEnd(
          image,
          [...image.entrypoint, 'packages/cli/lms.mjs', ...args],
          {
            LMS_OPERATOR_URL: `http://127.0.0.1:${operatorPort}`,
            LMS_OPERATOR_TOKEN_FILE: '/run/secrets/token',
            LMS_SITE_URL: `http://{domain}:${portOf.gateway}`,
          },
          placeOf('operator'),
        ),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The NATS server by the very command of its container; its users come from the files that Compose mounts. */
async function startNatsAsComposed(
  { entrypoint = [], command }: { entrypoint?: string[]; command: string[] },
  secrets: string,
  folder: string,
  port: number,
) {
  const { path } = await findNatsServer()
  const here = [...entrypoint, ...command].map(part =>
    part
      .replace('/run/secrets/', `${secrets}/nats/`)
      .replace('/etc/nats/users.conf', join(root, 'deploy/nats-users.conf'))
      .replace('/data', join(folder, 'nats'))
      .replace('--http_port=8222', '--http_port=-1'),
  )
  const child = spawn(here[0]!, [...here.slice(1), '--addr=127.0.0.1', `--port=${port}`], {
    env: { PATH: `${dirname(path)}:${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  child.stderr.on('data', data => {
    printed += data
  })
  for (let attempt = 0; await natsProblem(`nats://127.0.0.1:${port}`); attempt++) {
    if (child.exitCode !== null || attempt > 300) throw new Error(`NATS did not start:\n${printed}`)
    await pause(100)
  }
  return child
}

/** Waits until the check of health says so; returns the milliseconds of the last check. */
async function healthy(
  name: string,
  { process, output }: Started,
  check: () => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + 600_000
  for (;;) {
    const began = performance.now()
    const failure = await check().then(
      () => null,
      error => error as Error,
    )
    if (!failure) return performance.now() - began
    if (process.exitCode !== null || performance.now() > until)
      throw new Error(`${name} is not healthy: ${failure.message}\n${output().slice(-4000)}`)
    await pause(500)
  }
}

async function end(child: Started['process']): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const residentBytes = (pid: number) =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
