// Processes of two releases on one Postgres and one NATS, behind the same addresses.
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import {
  childPart,
  folderAt,
  ownVariable,
  type Plan,
  type Running,
  readBusUsers,
  serviceNames,
} from '@lms/cli/parts'
import { freePorts, type LocalNats, type LocalPostgres, startNats, startPostgres } from '@lms/local'
import { busPasswords, type Installation, newInstallation } from '@lms/service-host/installation'
import { asOwner } from '@lms/testing'
import { askOperator } from '../faults/requests.ts'
import type { FaultySystem } from '../faults/system.ts'
import { Balancer } from './balancer.ts'

const programs = [...serviceNames, 'gateway']

/** The processes of a release. */
interface Fleet {
  readonly root: string
  readonly plan: Plan
  readonly running: Map<string, Running>
}

export class MixedSystem implements FaultySystem {
  readonly #folder: string
  readonly #balancers = new Map<string, Balancer>()
  readonly #installation: Installation = newInstallation(serviceNames)
  readonly #fleets = new Map<string, Fleet>()
  #postgres!: LocalPostgres
  #nats!: LocalNats

  constructor(folder: string) {
    this.#folder = folder
  }

  async open(): Promise<void> {
    const at = folderAt(this.#folder)
    const names = ['gateway', ...serviceNames]
    this.#postgres = await startPostgres({ dataDir: at.postgres, maxConnections: 800 })
    // The users of the new release: they are set up first, and those of the last one work with them.
    const users = {
      authorization: await readBusUsers(),
      passwords: busPasswords(this.#installation, [...names, 'operator']),
    }
    this.#nats = await startNats({ storeDir: at.nats, users })
    for (const name of [...programs, 'operator']) this.#balancers.set(name, await Balancer.open())
  }

  /** Prepares the processes of a release whose sources are at `root`. */
  async add(name: string, root: string): Promise<void> {
    const [port, operatorPort, ...ports] = (await freePorts(2 + serviceNames.length)) as [number, number]
    const folder = folderAt(join(this.#folder, name))
    mkdirSync(folder.logs, { recursive: true })
    const plan: Plan = {
      options: { port, operatorPort } as Plan['options'],
      // Both keep the same files.
      folder: { ...folder, files: join(this.#folder, 'files') },
      host: '127.0.0.1',
      installation: this.#installation,
      ports: Object.fromEntries(serviceNames.map((service, index) => [service, ports[index]!])),
      databases: Object.fromEntries(serviceNames.map(service => [service, this.#postgres.url])),
      natsUrl: `nats://127.0.0.1:${this.#nats.port}`,
      // No test of an upgrade reads mails.
      mailPort: null,
    }
    this.#fleets.set(name, { root, plan, running: new Map() })
  }

  /** `lms migrate` of a release. */
  async migrate(name: string): Promise<void> {
    const { root } = this.#fleet(name)
    const owners = serviceNames.map(service => [ownVariable(service), this.#postgres.url])
    await promisify(execFile)(process.execPath, [join(root, 'packages/cli/lms.mjs'), 'migrate', '--json'], {
      env: { ...process.env, ...Object.fromEntries(owners), LMS_SECRET_KEYS: this.#installation.secretKeys },
    })
  }

  /** Starts the programs of a release, one after the other, each behind the common address. */
  async start(name: string): Promise<void> {
    const { root, plan, running } = this.#fleet(name)
    const release: typeof import('@lms/cli/parts') = await import(
      pathToFileURL(join(root, 'packages/cli/src/up/parts.ts')).href
    )
    const addresses = serviceNames.map(service => [
      service,
      `http://127.0.0.1:${this.#balancers.get(service)!.port}`,
    ])
    for (const child of [...release.serviceChildren(plan), release.gatewayChild(plan)]) {
      const env = { ...child.env, LMS_SERVICES: JSON.stringify(Object.fromEntries(addresses)) }
      const part = childPart({ ...child, env })
      running.set(child.name, await part.start(() => {}, new AbortController().signal))
      for (const [balancer, port] of this.#portsOf(plan, child.name)) balancer.add(port)
    }
  }

  /** Ends the programs of a release in good order, the gateway first. */
  async stop(name: string): Promise<void> {
    const { plan, running } = this.#fleet(name)
    for (const program of [...programs].reverse()) {
      for (const [balancer, port] of this.#portsOf(plan, program)) balancer.remove(port)
      await running.get(program)?.stop()
      running.delete(program)
    }
  }

  gateway({ host, key }: { host: string; key: string }) {
    return { host, key, port: this.#balancers.get('gateway')!.port }
  }

  async operator(method: string, path: string, body: object): Promise<any> {
    const base = `http://127.0.0.1:${this.#balancers.get('operator')!.port}`
    return askOperator(base, this.#installation.operatorToken, { method, path, body })
  }

  async rows(text: string, values: unknown[] = []): Promise<any[]> {
    return asOwner(this.#postgres.url, async client => (await client.query(text, values)).rows)
  }

  async close(): Promise<void> {
    for (const name of this.#fleets.keys()) await this.stop(name)
    for (const balancer of this.#balancers.values()) balancer.close()
    await this.#nats?.stop()
    await this.#postgres?.stop()
  }

  #fleet(name: string): Fleet {
    return this.#fleets.get(name)!
  }

  /** The addresses behind which a program answers, and its ports. */
  #portsOf({ ports, options }: Plan, program: string): [Balancer, number][] {
    const at = (name: string) => this.#balancers.get(name)!
    return program === 'gateway'
      ? [
          [at('gateway'), options.port],
          [at('operator'), options.operatorPort],
        ]
      : [[at(program), ports[program]!]]
  }
}
