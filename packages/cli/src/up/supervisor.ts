// Keeps the parts of the system running: a part that ends by itself is reported and restarted, and one that stands still is
// killed, which ends it.
import { setTimeout as pause } from 'node:timers/promises'
import { type BackOff, backOff } from './backoff.ts'

export interface Running {
  pid: number
  /** Resolves with the cause of the end: `ended by SIGKILL`, `ended with code 1`. Never rejects. */
  exited: Promise<string>
  /** The last lines of its output, which may show why it ended. */
  lastOutput?(): Promise<string>
  /** Waits until it is known whether it stands still: it answers nobody, although it runs. Never rejects. */
  standsStill?(): Promise<boolean>
  /** Ends it in good order; kills it after a while. */
  stop(): Promise<void>
}

export interface Part {
  readonly name: string
  /** Starts it and resolves when it answers; calls `spawned` with its pid at once. Throws with nothing left running. */
  start(spawned: (pid: number) => void, ending: AbortSignal): Promise<Running>
  /** Kills it at once. */
  kill(): void
}

export interface Witness {
  /** A process has started; a later run must end it if this process cannot. */
  spawned(part: string, pid: number): void
  /** A message for the person at the terminal. */
  report(part: string, line: string): void
  /** The set of running processes has changed. */
  changed(): void
}

/** Milliseconds between two questions whether a part stands still. */
const usualPause = 2000

export class Supervisor {
  readonly #pauseMs: number
  readonly #witness: Witness
  readonly #parts = new Map<string, SupervisedPart>()
  readonly #ending = new AbortController()

  constructor(witness: Witness, pauseMs = usualPause) {
    this.#witness = witness
    this.#pauseMs = pauseMs
  }

  /** Starts the part and keeps it running from then on. Throws if the first start fails. */
  async start(part: Part): Promise<void> {
    const supervised = new SupervisedPart(part, this.#witness, this.#ending.signal, this.#pauseMs)
    this.#parts.set(part.name, supervised)
    await supervised.begin()
  }

  /** The pids of the running parts, by name. */
  get pids(): Record<string, number> {
    const entries = [...this.#parts].flatMap(([name, { pid }]) =>
      pid === null ? [] : [[name, pid] as const],
    )
    return Object.fromEntries(entries)
  }

  /** From here on nothing starts, and running starts are aborted. */
  beginEnd(): void {
    this.#ending.abort()
  }

  /** Stops the parts of each group together, one group after the other; skips parts that never started. */
  async stop(groups: readonly (readonly string[])[]): Promise<void> {
    this.beginEnd()
    for (const group of groups) await Promise.all(group.map(name => this.#parts.get(name)?.stop()))
  }

  killAll(): void {
    for (const supervised of this.#parts.values()) supervised.part.kill()
  }
}

class SupervisedPart {
  readonly part: Part
  readonly #witness: Witness
  readonly #ending: AbortSignal
  readonly #pauseMs: number
  readonly #backOff: BackOff = backOff()
  #running: Running | null = null
  #watching: Promise<void> = Promise.resolve()

  constructor(part: Part, witness: Witness, ending: AbortSignal, pauseMs: number) {
    this.#pauseMs = pauseMs
    this.part = part
    this.#witness = witness
    this.#ending = ending
  }

  get pid(): number | null {
    return this.#running?.pid ?? null
  }

  begin(): Promise<void> {
    const started = this.#start()
    this.#watching = started.then(
      () => this.#watch(),
      () => {},
    )
    return started
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    await this.#watching
    // A start that was in progress when the end began, the first or a later one, may have succeeded after all.
    await this.#running?.stop()
    this.#running = null
  }

  async #start(): Promise<void> {
    const spawned = (pid: number) => this.#witness.spawned(this.part.name, pid)
    this.#running = await this.part.start(spawned, this.#ending)
    this.#witness.changed()
  }

  async #watch(): Promise<void> {
    // A part that started after the end began is not watched: `stop` ends it.
    while (this.#running && !this.#ending.aborted) {
      const since = performance.now()
      const { exited, lastOutput } = this.#running
      void this.#killStanding(this.#running)
      const how = await exited
      this.#running = null
      this.#witness.changed()
      if (this.#ending.aborted) return
      const output = (await lastOutput?.().catch(() => '')) ?? ''
      await this.#startAgain(how, output, performance.now() - since)
    }
  }

  /** Kills a part that stands still: everybody who needs it waits, and it would not end by itself. */
  async #killStanding(running: Running): Promise<void> {
    const isOver = () => this.#running !== running || this.#ending.aborted
    while (running.standsStill) {
      await pause(this.#pauseMs, undefined, { signal: this.#ending, ref: false }).catch(() => {})
      if (isOver()) return
      if (!(await running.standsStill()) || isOver()) continue
      this.#report('answers nobody although it runs; it is killed')
      return this.part.kill()
    }
  }

  async #startAgain(how: string, lastOutput: string, livedMs: number): Promise<void> {
    let reason = how
    let output = lastOutput && `\n${lastOutput}`
    let lived = livedMs
    while (!this.#ending.aborted) {
      const wait = this.#backOff.next(lived)
      this.#report(`${reason}; restarting in ${(wait / 1000).toFixed(1)} s${output}`)
      output = ''
      await pause(wait, undefined, { signal: this.#ending }).catch(() => {})
      if (this.#ending.aborted) return
      try {
        await this.#start()
        return this.#report(`answers again (pid ${this.pid})`)
      } catch (error) {
        reason = (error as Error).message
        lived = 0
      }
    }
  }

  #report(line: string): void {
    if (!this.#ending.aborted) this.#witness.report(this.part.name, line)
  }
}
