// The whole system on this machine: starts from the databases to the gateway, stops in reverse.
import { rm } from 'node:fs/promises'
import { freePorts, natsProblem } from '@lms/local'
import type { Installation } from '@lms/service-host/installation'
import colors from 'picocolors'
import { databasesIn } from '../databases.ts'
import { serviceNames } from '../services.ts'
import type { Progress } from '../terminal.ts'
import { type ChildSpec, childPart } from './child.ts'
import { compilePrograms, migrateSchemas } from './child-task.ts'
import type { Folder } from './folder.ts'
import { ensureInstallation } from './installation.ts'
import { LogFollower, rotate } from './logs.ts'
import type { UpOptions } from './options.ts'
import { gatewayChild, type Plan, serviceChildren, singleChild } from './plan.ts'
import type { RunRecord } from './run-record.ts'
import { natsPart, postgresPart } from './servers.ts'
import { type Part, Supervisor } from './supervisor.ts'

export interface SystemWitness {
  progress: Progress
  record: RunRecord
  /** Aborted when the user ends the system. */
  ending: AbortSignal
  changed(pids: Record<string, number>): void
}

export class System {
  readonly #folder: Folder
  readonly #witness: SystemWitness
  readonly #supervisor: Supervisor
  readonly #followers: LogFollower[] = []
  #processes = false

  constructor(folder: Folder, witness: SystemWitness) {
    this.#folder = folder
    this.#witness = witness
    this.#supervisor = new Supervisor({
      spawned: (part, pid) => void witness.record.add(part, pid).catch(() => {}),
      report: (part, line) => this.#print(part, line),
      changed: () => witness.changed(this.pids),
    })
  }

  /** The running processes, by part; without --processes the gateway and all services have the same pid. */
  get pids(): Record<string, number> {
    const { single, ...pids } = this.#supervisor.pids
    if (single === undefined) return pids
    return { ...Object.fromEntries(['gateway', ...serviceNames].map(name => [name, single])), ...pids }
  }

  /** Starts everything; resolves when all parts answer. Returns the plan with the chosen ports. */
  async start(options: UpOptions, host: string): Promise<Plan> {
    const { progress, ending } = this.#witness
    this.#processes = options.processes
    const installation = await ensureInstallation(this.#folder.installation, serviceNames)
    const reservedPorts = await this.#ports(options)
    const databases = databasesIn(serviceNames, process.env)
    const compiled = compilePrograms(ending)
    const [ownerUrl, natsUrl] = await Promise.all([
      this.#postgres(
        serviceNames.every(name => databases[name]),
        reservedPorts.postgres!,
      ),
      this.#nats(reservedPorts.nats!, installation),
    ])
    const plan: Plan = {
      options: reservedPorts.options,
      folder: this.#folder,
      host,
      installation,
      ports: reservedPorts.services,
      databases: Object.fromEntries(serviceNames.map(name => [name, databases[name] ?? ownerUrl])),
      natsUrl,
      mailPort: process.env.LMS_SMTP_URL ? null : reservedPorts.mail!,
    }
    const schemas = progress.step('schemas', () => migrateSchemas(plan, ending))
    await Promise.all([schemas, compiled.then(() => this.#programs(plan, schemas))])
    return plan
  }

  /** Stops the gateway first, so that no new requests arrive, then the services behind it. */
  async stop(): Promise<void> {
    for (const follower of this.#followers) follower.stop()
    await this.#supervisor.stop([['gateway', 'single'], [...serviceNames], ['nats'], ['postgres']])
  }

  /** From here on nothing is restarted. */
  beginEnd(): void {
    this.#supervisor.beginEnd()
  }

  killAll(): void {
    this.#supervisor.killAll()
  }

  async #ports(options: UpOptions) {
    // The gateway starts last: until then nothing listens on the ports that were asked for.
    const promised = [options.port, options.operatorPort].filter(port => port > 0)
    const count = 5 + serviceNames.length
    const [postgres, nats, mail, port, operatorPort, ...others] = await freePorts(count, promised)
    const services = Object.fromEntries(serviceNames.map((name, index) => [name, others[index]!]))
    const gatewayPorts = { port: options.port || port!, operatorPort: options.operatorPort || operatorPort! }
    return { postgres, nats, mail, services, options: { ...options, ...gatewayPorts } }
  }

  async #postgres(allGiven: boolean, port: number): Promise<string> {
    if (allGiven) return ''
    const part = await postgresPart(this.#folder, port, line => this.#witness.progress.line(line))
    await this.#begin('Postgres', part, () => `on 127.0.0.1:${port}`)
    return part.address()
  }

  async #nats(port: number, installation: Installation): Promise<string> {
    const natsUrl = process.env.NATS_URL
    if (natsUrl) {
      const problem = await natsProblem(natsUrl)
      if (problem)
        throw new Error(
          `NATS_URL: ${problem}. Start that server, or unset NATS_URL to have one started here.`,
        )
      return natsUrl
    }
    const part = await natsPart(this.#folder, port, installation, line => this.#witness.progress.line(line))
    await this.#begin('NATS', part, () => `${part.version()} on 127.0.0.1:${port}`)
    return `nats://127.0.0.1:${port}`
  }

  /** Starts all programs, which load their code until the schemas are there. A failed part ends the start. */
  async #programs(plan: Plan, schemas: Promise<unknown>): Promise<void> {
    if (!this.#processes)
      return this.#program(singleChild(plan), schemas, 'services and gateway in one process')
    const children = [...serviceChildren(plan), gatewayChild(plan)]
    await Promise.all(children.map(child => this.#program(child, schemas, child.name)))
  }

  async #program(child: ChildSpec, needs: Promise<unknown>, title: string): Promise<void> {
    await rotate(child.log)
    await rm(child.log, { force: true })
    await this.#begin(title, childPart(child, needs), () => '').catch(error => {
      throw this.#witness.ending.aborted
        ? error
        : new Error(`${child.name} ${error.message}`, { cause: error })
    })
    const follower = new LogFollower(child.log, line => this.#print(child.name, line))
    follower.start()
    this.#followers.push(follower)
  }

  #begin(title: string, part: Part, detail: () => string): Promise<void> {
    return this.#witness.progress.step(title, () => this.#supervisor.start(part), detail)
  }

  #print(part: string, line: string): void {
    this.#witness.progress.line(`${colors.yellow('!')} ${part}: ${line}`)
  }
}
