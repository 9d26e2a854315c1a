// Watches the turns of the process's loop: while one is running, nobody else is answered. A turn that takes a processor for
// long is logged with the work that it belonged to, counted, and charged to the school behind it. What ran is noted in one
// variable, where work begins and where the database answers it; the watch itself looks twenty times a second.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'

/** Milliseconds of a processor after which a turn is a long one. */
export const longTurnMs = 200
/** Milliseconds between two looks. */
export const lookMs = 50

/** A piece of work: a request, a task, a reaction. Its school may become known later. */
export interface Running {
  readonly operation: string
  school: string | null
  readonly requestId: string
  /** Takes milliseconds of a processor from what the school may spend; of work that nobody is charged for, nothing. */
  charge(milliseconds: number): void
}

/** What the turns of a process have been. */
export interface TurnFigures {
  /** Long turns so far. */
  long: number
  /** Milliseconds of the longest one. */
  longest: number
}

export interface WatchParts {
  /** Milliseconds of a clock, and of this thread's processor. */
  now(): number
  spent(): number
}

interface Noted {
  work: Running
  at: number
  /** Whether a meter counts the time of this step itself. */
  isMetered: boolean
}

export class TurnWatch {
  readonly figures: TurnFigures = { long: 0, longest: 0 }
  readonly #parts: WatchParts
  readonly #works = new AsyncLocalStorage<Running>()
  #log: Logger | null = null
  #looked = 0
  #spent = 0
  #noted: Noted | null = null

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  /** Looks from now on; `log` gets what it sees. */
  begin(log: Logger): void {
    this.#log = log
    this.#looked = this.#parts.now()
    this.#spent = this.#parts.spent()
  }

  end(): void {
    this.#log = null
  }

  /** Runs work; what follows from it is known as its own. */
  run<T>(work: Running, act: () => T): T {
    return this.#works.run(work, () => {
      this.note(work)
      return act()
    })
  }

  /** The work that asks. */
  get current(): Running | undefined {
    return this.#works.getStore()
  }

  /** Notes that a step of the work runs now. */
  note(work: Running | undefined, isMetered = false): void {
    if (work) this.#noted = { work, at: this.#parts.now(), isMetered }
  }

  /** Looks whether a long turn has passed, or is passing, since the last look. */
  look(): void {
    const now = this.#parts.now()
    const since = this.#looked
    this.#looked = now
    const before = this.#spent
    // Between two looks in time no turn can have been long.
    if (now - since < longTurnMs) return
    this.#spent = this.#parts.spent()
    // Of a machine that is busy with others the clock alone goes on.
    const milliseconds = Math.round(this.#spent - before)
    if (this.#log && milliseconds >= longTurnMs) this.#report(milliseconds, since)
  }

  /** Renews what the next long turn is measured from. */
  tick(): void {
    this.look()
    this.#spent = this.#parts.spent()
  }

  /** Before an answer is written: what its turn has taken is charged with it. */
  beforeAnswer(): void {
    if (this.#parts.now() - this.#looked >= longTurnMs) this.look()
  }

  #report(milliseconds: number, since: number): void {
    const { figures } = this
    figures.long++
    figures.longest = Math.max(figures.longest, milliseconds)
    const noted = this.#noted && this.#noted.at >= since ? this.#noted : null
    const work = noted?.work
    const about = {
      ms: milliseconds,
      operation: work?.operation ?? 'unknown',
      school_id: work?.school ?? null,
      request_id: work?.requestId ?? null,
    }
    this.#log!.warn(about, 'a turn kept all others waiting')
    if (noted && !noted.isMetered) noted.work.charge(milliseconds)
  }
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

/** The watch of this process, which all services in it share. */
export const turnWatch = new TurnWatch({
  now: () => performance.now(),
  spent: () => milliseconds(process.threadCpuUsage()),
})

let users = 0
let looking: NodeJS.Timeout | undefined

/** Begins to watch; the log of the first one gets what is seen. Gives what ends it. */
export function watchTurns(log: Logger): () => void {
  if (users++ === 0) {
    turnWatch.begin(log)
    looking = setInterval(() => turnWatch.tick(), lookMs).unref()
  }
  return () => {
    if (--users > 0) return
    clearInterval(looking)
    turnWatch.end()
  }
}
