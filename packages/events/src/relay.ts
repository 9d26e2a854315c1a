// The relay: publishes committed outbox rows in the order of their position, and lets them go when their reader has kept
// them. One leader per service. Nothing is written about what is published: who begins to lead begins at the beginning
// of the outbox, and what is then published twice the stream and the readers know by its id.
import { isCut, publishRows, type RelayPorts, refusal } from './outbox.ts'
import { type Pauser, pauser } from './pauser.ts'
import { Progress } from './progress.ts'
import { Sweep } from './sweep.ts'

export interface RelayOptions extends Omit<RelayPorts, 'now'> {
  now?: RelayPorts['now']
  batch?: number
  /** How long it waits when idle or after a fault. A poke after a commit cuts the idle wait short. */
  pollMs?: number
  /** From one reading to the next at least, and a rest as long as the work took: under load what comes goes together. */
  spacingMs?: number
  /** From one sweep to the next. */
  sweepMs?: number
  /** What its reader misses for so long is published again. */
  graceMs?: number
}

export class Relay {
  readonly #options: Required<RelayOptions>
  readonly #poked = pauser()
  /** Pauses that only the end cuts short: one for each loop. */
  readonly #ends = { publishing: pauser(), sweeping: pauser() }
  #running: Promise<unknown> | null = null
  #stopping = false
  #progress = new Progress()
  #sweep: Sweep
  leads = false

  constructor(options: RelayOptions) {
    const defaults = { batch: 500, pollMs: 250, spacingMs: 5, sweepMs: 1000, graceMs: 60_000 }
    this.#options = { now: () => performance.now(), ...defaults, ...options }
    this.#sweep = this.#newSweep()
  }

  start(): void {
    this.#running = Promise.all([this.#publishing(), this.#sweeping()])
  }

  /** Says that there is something to relay. */
  poke(): void {
    this.#poked.wake()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    for (const { wake } of [this.#poked, this.#ends.publishing, this.#ends.sweeping]) wake()
    await this.#running
  }

  async #publishing(): Promise<void> {
    const { pollMs, spacingMs, now } = this.#options
    const end = this.#ends.publishing
    while (!this.#stopping) {
      const began = now()
      const outcome = await this.publishOnce().catch(error => this.#fail(error))
      if (outcome === 'failed') await this.#rest(end, pollMs * (0.5 + Math.random()))
      if (outcome !== 'idle') continue
      // Where the work is slow the machine is busy, and larger batches cost everyone less, the readers too.
      const took = now() - began
      await this.#rest(end, Math.max(spacingMs - took, Math.min(took, 10 * spacingMs)))
      await this.#rest(this.#poked, pollMs)
    }
  }

  async #sweeping(): Promise<void> {
    while (!this.#stopping) {
      // A tenth of jitter keeps services from beating together.
      await this.#rest(this.#ends.sweeping, this.#options.sweepMs * (0.95 + Math.random() / 10))
      if (!this.#stopping) await this.sweepOnce().catch(error => this.#fail(error))
    }
  }

  #rest({ pause }: Pauser, ms: number): Promise<void> {
    return this.#stopping || ms <= 0 ? Promise.resolve() : pause(ms)
  }

  #fail(error: unknown) {
    this.#options.onError(error)
    return 'failed' as const
  }

  /** Publishes one batch; `more` where it was full, by count or by bytes. */
  async publishOnce(): Promise<'more' | 'idle'> {
    const { outbox, batch, now } = this.#options
    const rows = await outbox.next(this.#progress, batch)
    if (rows === null) this.#begin()
    this.leads = rows !== null
    if (rows === null) return 'idle'
    const { done } = await publishRows(this.#options, rows)
    const positions = rows.map(({ position }) => position)
    this.#progress.note(positions, done, now())
    if (rows.length) this.#sweep.stir()
    const refused = refusal(done)
    if (refused) throw refused
    return rows.length === batch || isCut(rows) ? 'more' : 'idle'
  }

  /** Sweeps for a tick, where this one leads. */
  async sweepOnce(): Promise<void> {
    if (this.leads) await this.#sweep.tick(this.#progress.high)
  }

  /** Another leads: what is known here grows old. */
  #begin(): void {
    if (!this.leads) return
    this.#progress = new Progress()
    this.#sweep = this.#newSweep()
  }

  #newSweep(): Sweep {
    return new Sweep(this.#options, this.#options.graceMs)
  }
}
