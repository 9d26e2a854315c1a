// Rounds of faults: clients make changes while processes are killed with -9. Once everything is back and idle, all
// acknowledged changes are compared with the data.
import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomFrom } from '@lms/testing/random'
import { type Receivers, startReceivers } from './receivers.ts'
import { Broken } from './requests.ts'
import { School } from './school.ts'
import { everything, outboxesAreEmpty, System } from './system.ts'

export interface Settings {
  rounds: number
  seed: number
  schools?: number
  clientsPerSchool?: number
  /** Called for each round. */
  say?: (line: string) => void
}

export interface Outcome {
  rounds: number
  /** Changes that were acknowledged. */
  changes: number
  /** The number of these that needed more than one request. */
  repeated: number
  /** The number of kills of each part. */
  kills: Record<string, number>
}

/** Runs the rounds. Throws Broken, with the seed and the round, if an acknowledged change is lost or different. */
export async function runFaults(settings: Settings): Promise<Outcome> {
  const run = new Run(settings)
  try {
    await run.open()
    return await run.rounds()
  } catch (error) {
    throw new Broken(`${(error as Error).message}\n${run.where()}`)
  } finally {
    await run.close()
  }
}

class Run {
  readonly #settings: Required<Settings>
  readonly #random: Random
  readonly #system = new System()
  readonly #kills: Record<string, number> = {}
  readonly #journal: string[] = []
  #receivers: Receivers | null = null
  #schools: School[] = []
  #round = 0

  constructor(settings: Settings) {
    this.#settings = { schools: 3, clientsPerSchool: 4, say: () => {}, ...settings }
    this.#random = randomFrom(settings.seed)
  }

  where(): string {
    const { seed, rounds } = this.#settings
    const recent = this.#journal.slice(-10).join('\n')
    return `In round ${this.#round} of ${rounds} with --seed ${seed}. The last kills:\n${recent}\n${this.#system.output().slice(-3000)}`
  }

  async open(): Promise<void> {
    await this.#system.start()
    this.#receivers = await startReceivers()
    const { schools, clientsPerSchool } = this.#settings
    for (let index = 0; index < schools; index++) {
      const randoms = Array.from({ length: clientsPerSchool }, () => this.#random.fork())
      this.#schools.push(await School.open(this.#system, `school-${index}`, this.#receivers, randoms))
    }
  }

  async rounds(): Promise<Outcome> {
    while (this.#round < this.#settings.rounds) {
      this.#round++
      const started = performance.now()
      const killed = await this.#loadAndKill()
      await this.#quiet(killed)
      for (const school of this.#schools) await school.checkRound()
      if (this.#receivers!.forged.length)
        throw new Broken(`Signatures did not fit: ${this.#receivers!.forged}`)
      const { changes } = this.outcome()
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      this.#settings.say(`round ${this.#round}: ${this.#journal.at(-1)}; ${changes} changes, ${seconds} s`)
    }
    for (const school of this.#schools) await school.checkAll()
    await outboxesAreEmpty(this.#system)
    this.#logsNameNobody()
    return this.outcome()
  }

  outcome(): Outcome {
    const sum = (of: (school: School) => number) =>
      this.#schools.reduce((total, school) => total + of(school), 0)
    return {
      rounds: this.#round,
      changes: sum(({ record }) => record.changes.length),
      repeated: sum(({ clients }) => clients.reduce((total, { repeated }) => total + repeated, 0)),
      kills: this.#kills,
    }
  }

  /** Clients work; meanwhile one to three kills at random times. Ends when every change is acknowledged. */
  async #loadAndKill(): Promise<ReadonlySet<number>> {
    const stop = new AbortController()
    const clients = this.#schools.flatMap(school => school.clients)
    const working = Promise.all(clients.map(client => client.work(stop.signal)))
    // Heard of below; until then the kills go on.
    working.catch(() => {})
    const killed = new Set<number>()
    const names: string[] = []
    try {
      for (let remaining = this.#random.between(1, 3); remaining > 0; remaining--) {
        await pause(this.#random.between(100, 700))
        const part = this.#next()
        names.push(part)
        for (const pid of await this.#system.kill(part)) killed.add(pid)
        this.#kills[part] = (this.#kills[part] ?? 0) + 1
      }
      await pause(this.#random.between(100, 500))
    } finally {
      this.#journal.push(`killed ${names.join(', ')}`)
      stop.abort()
    }
    await working
    return killed
  }

  #next(): string {
    return this.#random.pick([...this.#system.parts].sort().concat(everything))
  }

  /** No parameter of a statement reaches a log: searches for the data of all test people. */
  #logsNameNobody(): void {
    const lines = this.#system.logLines()
    if (lines.length < this.#system.parts.length) throw new Broken('There are no logs to be looked through.')
    const leaked = lines.find(line => /@example\.org|"Ada"|Name \d|Comment \d/.test(line))
    if (leaked) throw new Broken(`A log names a person: ${leaked.slice(0, 1000)}`)
  }

  /** Everything is back, and the leases of dead processes have expired. */
  async #quiet(killed: ReadonlySet<number>): Promise<void> {
    await this.#system.waitUntilReady(killed)
    await this.#system.endLeases()
  }

  async close(): Promise<void> {
    this.#receivers?.close()
    await this.#system.stop()
  }
}
