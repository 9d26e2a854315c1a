// The progress of a channel in the events of its school. No input or output here.
import type { Due } from './due.ts'

/** The stored part: everything up to `sequence` is done, and beyond it these events. */
export interface Reached {
  sequence: number
  done: readonly number[]
}

/**
 * With more events than this done beyond an open one, the open one goes to the queue, so that the cursor can move on.
 */
export const maxDone = 256

/** The stored part, and the number of its moves; only the channel's holders move it. */
export interface StoredProgress extends Reached {
  moves: number
}

export class Progress {
  /** The number of moves, as far as known here. */
  moves: number
  /** How far events were read. */
  #looked: number
  /** Started and not yet logged. */
  readonly #waiting = new Map<number, Due>()
  /** Logged, after some that are not. */
  #done: Set<number>

  constructor({ sequence, done, moves }: StoredProgress) {
    this.#looked = sequence
    this.#done = new Set(done)
    this.moves = moves
  }

  /**
   * The stored part differs from the written one: the database has crashed and lost its last moment. Events that are
   * neither running nor stored as done are read again.
   */
  restart({ sequence, done, moves }: StoredProgress): void {
    this.#looked = sequence
    this.#done = new Set(done)
    this.moves = moves
  }

  get looked(): number {
    return this.#looked
  }

  /** Whether an event that the channel takes still has to start. */
  isNew(sequence: number): boolean {
    return sequence > this.#looked && !this.#waiting.has(sequence) && !this.#done.has(sequence)
  }

  take(sequence: number, due: Due): void {
    this.#waiting.set(sequence, due)
  }

  lookedTo(sequence: number): void {
    this.#looked = Math.max(this.#looked, sequence)
  }

  /** Started in vain: it will be read again, and so will all behind it. */
  drop(sequence: number): void {
    this.#waiting.delete(sequence)
    this.#looked = Math.min(this.#looked, sequence - 1)
  }

  /** The progress to store when these are logged. */
  after(logged: ReadonlySet<number>): Reached {
    let sequence = this.#looked
    for (const one of this.#waiting.keys()) if (!logged.has(one)) sequence = Math.min(sequence, one - 1)
    const done = [...this.#done, ...logged].filter(one => one > sequence).sort((a, b) => a - b)
    return { sequence, done }
  }

  /** Those that hold the cursor back too far: open, with too many done beyond them when these are logged. */
  stragglers(logged: ReadonlySet<number>): Due[] {
    const { done } = this.after(logged)
    if (done.length <= maxDone) return []
    const last = done.at(-1)!
    return [...this.#waiting].flatMap(([one, due]) => (one < last && !logged.has(one) ? [due] : []))
  }

  logged(sequence: number): void {
    this.#waiting.delete(sequence)
    this.#done.add(sequence)
    if (this.#done.size > 2 * maxDone || this.#waiting.size === 0)
      this.#done = new Set(this.after(new Set()).done)
  }
}
