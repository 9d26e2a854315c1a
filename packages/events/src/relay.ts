// The relay: publishes committed outbox rows in the order of their positions, and deletes them when their readers have
// stored them. One replica of a service leads. It records nothing about published rows: a new leader starts at the
// beginning of the outbox, and the stream and the readers recognize duplicates by their ids.
import { isCut, publishRows, type RelayPorts, refusal } from './outbox.ts'
import { type Pauser, pauser } from './pauser.ts'
import { Progress } from './progress.ts'
import { Sweep } from './sweep.ts'

export interface RelayOptions extends Omit<RelayPorts, 'now' | 'onAgain'> {
  now?: RelayPorts['now']
  onAgain?: RelayPorts['onAgain']
  batch?: number
  /** The pause after a fault. */
  pollMs?: number
  /** The pause when idle. A notification after a commit ends it early; it finds what a lost notification was about. */
  idleMs?: number
  /** The minimum time between reads, and a pause as long as the work took: under load, rows go together. */
  spacingMs?: number
  /** The time between sweeps. */
  sweepMs?: number
  /** A message that its reader misses for this long is published again. */
  graceMs?: number
}

export class Relay {
  readonly #options: Required<RelayOptions>
  readonly #notified = pauser()
  /** Pauses that only the stop ends early: one for each loop. */
  readonly #ends = { publishing: pauser(), sweeping: pauser() }
  #running: Promise<unknown> | null = null
  #stopping = false
  #progress = new Progress()
  #sweep: Sweep
  leads = false

  constructor(options: RelayOptions) {
    const defaults = { batch: 500, pollMs: 250, idleMs: 1000, spacingMs: 5, sweepMs: 1000, graceMs: 60_000 }
    this.#options = { now: () => performance.now(), onAgain: () => {}, ...defaults, ...options }
    this.#sweep = this.#newSweep()
  }

  start(): void {
    this.#running = Promise.all([this.#publishing(), this.#sweeping()])
  }

  /** Signals that there are rows to publish. */
  notify(): void {
    this.#notified.wake()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    for (const { wake } of [this.#notified, this.#ends.publishing, this.#ends.sweeping]) wake()
    await this.#running
  }

  async #publishing(): Promise<void> {
    const { pollMs, idleMs, spacingMs, now } = this.#options
    const end = this.#ends.publishing
    while (!this.#stopping) {
      const began = now()
      const outcome = await this.publishOnce().catch(error => this.#fail(error))
      if (outcome === 'failed') await this.#rest(end, pollMs * (0.5 + Math.random()))
      if (outcome !== 'idle') continue
      // Slow work means a busy machine; larger batches then cost everyone less, the readers included.
      const took = now() - began
      await this.#rest(end, Math.max(spacingMs - took, Math.min(took, 10 * spacingMs)))
      await this.#rest(this.#notified, idleMs)
    }
  }

  async #sweeping(): Promise<void> {
    while (!this.#stopping) {
      // A tenth of jitter keeps services from working in step.
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

  /** Publishes one batch; `more` if it was full, by count or by bytes. */
  async publishOnce(): Promise<'more' | 'idle'> {
    const { outbox, batch, now } = this.#options
    const rows = await outbox.next(this.#progress, batch)
    if (rows === null) this.#begin()
    this.leads = rows !== null
    if (rows === null) return 'idle'
    const { done } = await publishRows(this.#options, rows)
    const positions = rows.map(({ position }) => position)
    this.#progress.note(positions, done, now())
    if (rows.length) this.#sweep.notify()
    const refused = refusal(done)
    if (refused) throw refused
    return rows.length === batch || isCut(rows) ? 'more' : 'idle'
  }

  /** Sweeps for a tick, if this replica leads. */
  async sweepOnce(): Promise<void> {
    if (this.leads) await this.#sweep.tick(this.#progress.high)
  }

  /** Another replica leads: the memory of this one is stale. */
  #begin(): void {
    if (!this.leads) return
    this.#progress = new Progress()
    this.#sweep = this.#newSweep()
  }

  #newSweep(): Sweep {
    return new Sweep(this.#options, this.#options.graceMs)
  }
}
