// The whole system under `lms up`, and the possible faults. The supervisor restarts killed processes; if the supervisor
// itself is killed, the driver starts it again as a person would.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOwner, eventually, filledFolder, ownerUrl, type Scratch, startUp, type Up } from '@lms/testing'
import { type Address, askOperator } from './requests.ts'

/** Everything is killed at once, as by a power cut. */
export const everything = 'everything'
const patience = 90_000

/** In the end nothing waits: every message was published and stored by its readers. */
export async function outboxesAreEmpty(system: Pick<FaultySystem, 'rows'>): Promise<void> {
  const tables = await system.rows(
    `select table_schema as schema from information_schema.tables where table_name = 'outbox'`,
  )
  const counts = tables.map(({ schema }) => `(select count(*) from "${schema}".outbox)`).join(' + ')
  const empty = async () => (await system.rows(`select ${counts} as rows`))[0].rows === '0'
  await eventually('the outboxes to be empty', empty, 180_000)
}

/** What schools under load need of a system. */
export interface FaultySystem {
  gateway(school: { host: string; key: string }): Address
  operator(method: string, path: string, body: object): Promise<any>
  rows(text: string, values?: unknown[]): Promise<any[]>
}

export class System implements FaultySystem {
  #folder: Scratch | undefined
  #up!: Up
  /** Names of all processes below the supervisor. */
  parts: readonly string[] = []

  async start(): Promise<void> {
    this.#folder ??= await filledFolder()
    this.#up = await startUp({ folder: this.#folder.path, processes: true })
    this.parts = Object.keys(this.#up.ready.pids)
  }

  gateway({ host, key }: { host: string; key: string }): Address {
    return { host, key, port: Number(new URL(this.#up.ready.site_url).port) }
  }

  async operator(method: string, path: string, body: object): Promise<any> {
    const { ready, installation } = this.#up
    return askOperator(ready.operator_url, installation.operatorToken, { method, path, body })
  }

  /** kill -9. Returns the killed pids; none if the part is just being restarted. */
  async kill(part: string): Promise<number[]> {
    const { pids } = this.#up.now()
    if (part !== everything) {
      const pid = pids[part]
      return pid === undefined ? [] : [pid].filter(kill)
    }
    const { process: supervisor } = this.#up
    const killed = [supervisor.pid!, ...Object.values(pids)].filter(kill)
    await eventually('the supervisor to end', () => supervisor.signalCode !== null, patience)
    await this.start()
    return killed
  }

  /** Waits until every part runs again under another pid than the killed ones, and answers. */
  async waitUntilReady(killed: ReadonlySet<number>): Promise<void> {
    const back = () => {
      const { pids } = this.#up.now()
      return this.parts.every(part => pids[part] !== undefined && !killed.has(pids[part]))
    }
    await eventually('every process to be back', back, patience)
    const { operator_url } = this.#up.ready
    await eventually('all to be ready', async () => (await fetch(`${operator_url}/readyz`)).ok, patience)
  }

  /** The leases of dead processes expire, but those of their tasks. */
  async endLeases(): Promise<void> {
    for (const { schema } of await this.rows(
      `select table_schema as schema from information_schema.tables where table_name = 'leases'`,
    ))
      await this.rows(`update "${schema}".leases set expires_at = now() - interval '1 second'`)
    await this.rows(
      `update webhooks.channels set leased_until = now() - interval '1 second' where leased_until is not null`,
    )
  }

  /** Rows of the databases, read as their owner. */
  async rows(text: string, values: unknown[] = []): Promise<any[]> {
    return asOwner(ownerUrl(this.#up.folder), async client => (await client.query(text, values)).rows)
  }

  /** The lines of every log, Postgres's too, with the file of each. */
  logLines(): string[] {
    const folder = join(this.#up.folder, 'logs')
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .flatMap(({ parentPath, name }) =>
        readFileSync(join(parentPath, name), 'utf8')
          .split('\n')
          .map(line => `${name}: ${line}`),
      )
  }

  output(): string {
    return this.#up?.output() ?? ''
  }

  async stop(): Promise<void> {
    await this.#up?.stop()
    this.#folder?.remove()
  }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
