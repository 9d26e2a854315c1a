// How far a lane has come in the events of its school. No input or output here.
import type { Due } from './due.ts'

/** What is kept of it: all that the lane takes up to `sequence` is done, and of what lies beyond, this. */
export interface Reached {
  sequence: number
  done: readonly number[]
}

/** More than these done beyond one that is not: it goes to the queue, so that the cursor can move on. */
export const mostDone = 256

/** What is kept, and how often it was moved: of one lane by its holders alone. */
export interface Kept extends Reached {
  moves: number
}

export class Progress {
  /** How often what is kept was moved, as far as is known here. */
  moves: number
  /** Up to where events were looked at. */
  #looked: number
  /** Taken up and not yet logged. */
  readonly #waiting = new Map<number, Due>()
  /** Logged, beyond some that are not. */
  #done: Set<number>

  constructor({ sequence, done, moves }: Kept) {
    this.#looked = sequence
    this.#done = new Set(done)
    this.moves = moves
  }

  /**
   * What is kept is not what was written: the database has crashed and lost its last moment. What is not under way now and
   * is not kept as done is looked at again.
   */
  restart({ sequence, done, moves }: Kept): void {
    this.#looked = sequence
    this.#done = new Set(done)
    this.moves = moves
  }

  get looked(): number {
    return this.#looked
  }

  /** Whether an event that the lane takes is still to be taken up. */
  isNew(sequence: number): boolean {
    return sequence > this.#looked && !this.#waiting.has(sequence) && !this.#done.has(sequence)
  }

  take(sequence: number, due: Due): void {
    this.#waiting.set(sequence, due)
  }

  lookedTo(sequence: number): void {
    this.#looked = Math.max(this.#looked, sequence)
  }

  /** Taken up in vain: it will be looked at again, and so will all behind it. */
  drop(sequence: number): void {
    this.#waiting.delete(sequence)
    this.#looked = Math.min(this.#looked, sequence - 1)
  }

  /** What is to be kept when these are logged. */
  after(logged: ReadonlySet<number>): Reached {
    let sequence = this.#looked
    for (const one of this.#waiting.keys()) if (!logged.has(one)) sequence = Math.min(sequence, one - 1)
    const done = [...this.#done, ...logged].filter(one => one > sequence).sort((a, b) => a - b)
    return { sequence, done }
  }

  /** Those that hold the cursor back too far: unfinished, with too many done beyond them when these are logged. */
  stragglers(logged: ReadonlySet<number>): Due[] {
    const { done } = this.after(logged)
    if (done.length <= mostDone) return []
    const last = done.at(-1)!
    return [...this.#waiting].flatMap(([one, due]) => (one < last && !logged.has(one) ? [due] : []))
  }

  logged(sequence: number): void {
    this.#waiting.delete(sequence)
    this.#done.add(sequence)
    if (this.#done.size > 2 * mostDone || this.#waiting.size === 0)
      this.#done = new Set(this.after(new Set()).done)
  }
}
