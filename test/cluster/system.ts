// Three machines with everything: the driver's view of them.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  folderAt,
  gatewayChild,
  ownVariable,
  type Plan,
  readBusUsers,
  serviceChildren,
  serviceNames,
} from '@lms/cli/parts'
import { type Bus, connectBus } from '@lms/events'
import { findNatsServer, freePorts } from '@lms/local'
import { busPassword, busPasswords, type Installation, newInstallation } from '@lms/service-host/installation'
import { asOwner, eventually } from '@lms/testing'
import { randomHex } from '@lms/testing/random'
import { root } from '../architecture/sources.ts'
import { askOperator } from '../faults/requests.ts'
import type { FaultySystem } from '../faults/system.ts'
import * as engines from './engines.ts'
import { addressOf, kill, Machine, outside, startWires, type Wires } from './machines.ts'

const patience = 300_000
const serviceBase = 7100

export class Cluster implements FaultySystem {
  readonly folder = mkdtempSync(join(tmpdir(), 'lms-cluster-'))
  readonly machines = engines.three.map(number => new Machine(number, this.folder))
  readonly #outside = new Machine(outside, this.folder)
  readonly #installation: Installation = newInstallation(serviceNames)
  readonly #password = randomHex(32)
  readonly #forwards: Server[] = []
  readonly #ports = { gateway: 0, operator: 0, postgres: 0 }
  wires!: Wires
  #bus: Bus | null = null

  /** Starts everything; what listens at the ports `outsidePorts` of this machine is at 127.0.0.1 of all others, too. */
  async open(outsidePorts: readonly number[], mailPort: number, say: (line: string) => void): Promise<void> {
    chmodSync(this.folder, 0o755)
    this.wires = await startWires([...this.machines, this.#outside])
    for (const port of outsidePorts) this.#forwards.push(await forward(port))
    const [gateway, operator, postgres] = (await freePorts(3)) as [number, number, number]
    Object.assign(this.#ports, { gateway, operator, postgres })
    const services = Object.fromEntries(serviceNames.map((name, index) => [name, serviceBase + index]))
    const ports = { services, outside: outsidePorts }
    const users = [...serviceNames, 'gateway', 'operator']
    const bus = {
      program: (await findNatsServer()).path,
      authorization: await readBusUsers(),
      passwords: busPasswords(this.#installation, users),
    }
    for (const machine of this.machines) {
      engines.etcd(machine)
      engines.patroni(machine, this.#password)
      engines.nats(machine, bus)
    }
    engines.haproxy(this.#outside, ports, this.#ports)
    for (const number of engines.two) engines.haproxy(this.machine(number), ports)
    await eventually('a Postgres that takes changes', () => this.rows('select 1').catch(() => null), patience)
    await eventually('a synchronous standby', async () => (await this.#synchronous()) === 1, patience)
    say('Postgres is there, with a synchronous standby')
    await this.#migrate()
    say('the schemas are there')
    for (const number of engines.two) this.#startPrograms(this.machine(number), services, mailPort)
    await this.untilReady()
    this.#bus = await connectBus({
      url: engines.natsUrl,
      credential: { user: 'operator', password: busPassword(this.#installation, 'operator') },
      replicas: engines.three.length,
    })
  }

  machine = (number: number): Machine => this.machines.find(machine => machine.number === number)!

  get #databaseUrl(): string {
    return `postgres://postgres:${this.#password}@127.0.0.1`
  }

  async #migrate(): Promise<void> {
    const url = `${this.#databaseUrl}:${this.#ports.postgres}/postgres`
    const owners = serviceNames.map(service => [ownVariable(service), url])
    await promisify(execFile)(process.execPath, [join(root, 'packages/cli/lms.mjs'), 'migrate', '--json'], {
      env: { ...process.env, ...Object.fromEntries(owners), LMS_SECRET_KEYS: this.#installation.secretKeys },
    })
  }

  #startPrograms(machine: Machine, ports: Record<string, number>, mailPort: number): void {
    const url = `${this.#databaseUrl}:${engines.postgresPort}/postgres`
    const plan: Plan = {
      options: { port: engines.gatewayPort, operatorPort: engines.operatorPort } as Plan['options'],
      // One folder of files for all machines stands for a bucket.
      folder: { ...folderAt(machine.folder('.')), files: join(this.folder, 'files') },
      host: machine.address,
      installation: this.#installation,
      ports,
      databases: Object.fromEntries(serviceNames.map(service => [service, url])),
      natsUrl: engines.natsUrl,
      mailPort: null,
    }
    for (const { name, main, env } of [...serviceChildren(plan), gatewayChild(plan)])
      machine.run({
        name,
        command: [process.execPath, '--max-semi-space-size=8', fileURLToPath(main)],
        env: {
          ...env,
          NODE_ENV: 'production',
          LMS_HOST: machine.address,
          LMS_OPERATOR_HOST: machine.address,
          LMS_STREAM_REPLICAS: String(engines.three.length),
          LMS_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
          LMS_MAIL_FROM: 'lms@platform.example',
        },
      })
  }

  /** Every program of every machine answers, and Postgres has its synchronous standby. */
  async untilReady(): Promise<void> {
    const urls = engines.two.flatMap(number => [
      ...serviceNames.map((_, index) => `http://${addressOf(number)}:${serviceBase + index}/readyz`),
      `http://${addressOf(number)}:${engines.operatorPort}/readyz`,
    ])
    for (const url of urls) await eventually(`${url} to be ready`, () => answers(url), patience)
    await eventually('a synchronous standby', async () => (await this.#synchronous()) >= 1, patience)
    await eventually('two standbys', async () => (await this.#standbys()) === 2, patience)
  }

  /** The machine with the Postgres that takes changes. */
  async primary(): Promise<Machine> {
    for (const machine of this.machines)
      if (await answers(`http://${machine.address}:8008/primary`)) return machine
    throw new Error('No Postgres is primary.')
  }

  /** kill -9 of the Postgres of a machine; its Patroni stays. */
  killPostgres(machine: Machine): void {
    const file = join(machine.folder('postgres'), 'data', 'postmaster.pid')
    kill(Number(readFileSync(file, 'utf8').split('\n')[0]))
  }

  /** The machine whose NATS leads the stream of events. */
  async natsLeader(): Promise<Machine> {
    const { cluster } = await this.#bus!.manager.streams.info('EVENTS')
    return this.machines.find(({ name }) => name === cluster?.leader)!
  }

  async #synchronous(): Promise<number> {
    const query = `select count(*)::int as count from pg_stat_replication where sync_state = 'sync'`
    return (await this.rows(query).catch(() => []))[0]?.count ?? 0
  }

  async #standbys(): Promise<number> {
    const query = `select count(*)::int as count from pg_stat_replication where state = 'streaming'`
    return (await this.rows(query).catch(() => []))[0]?.count ?? 0
  }

  gateway({ host, key }: { host: string; key: string }) {
    return { host, key, port: this.#ports.gateway }
  }

  async operator(method: string, path: string, body: object): Promise<any> {
    const base = `http://127.0.0.1:${this.#ports.operator}`
    return askOperator(base, this.#installation.operatorToken, { method, path, body })
  }

  /** Reads from the primary, again while there is none. */
  async rows(text: string, values: unknown[] = []): Promise<any[]> {
    const url = `${this.#databaseUrl}:${this.#ports.postgres}/postgres`
    return asOwner(url, async client => (await client.query(text, values)).rows)
  }

  async close({ keep = false } = {}): Promise<void> {
    await this.#bus?.close()
    for (const machine of [this.#outside, ...this.machines]) await machine.remove().catch(() => {})
    for (const server of this.#forwards) server.close()
    await this.wires?.close()
    await pause(100)
    if (!keep) rmSync(this.folder, { recursive: true, force: true })
  }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => null)
  await response?.body?.cancel()
  return response?.ok ?? false
}

/** What listens at 127.0.0.1 of this machine, at its address among the machines. */
async function forward(port: number): Promise<Server> {
  const server = createServer(socket => {
    const onward = connect(port, '127.0.0.1')
    for (const each of [socket, onward])
      each
        .on('error', () => {})
        .on('close', () => {
          socket.destroy()
          onward.destroy()
        })
    socket.pipe(onward).pipe(socket)
  })
  await once(server.listen(port, addressOf(outside)), 'listening')
  return server
}
