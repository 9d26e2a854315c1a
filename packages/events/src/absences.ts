// Who did not answer is asked again after a growing pause.
const longestPauseMs = 60_000

export class Absences<Key> {
  readonly #absences = new Map<Key, { failures: number; until: number }>()
  readonly #now: () => number

  /** `now` are milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether it failed so lately that it is not to be asked. */
  has(key: Key): boolean {
    const absence = this.#absences.get(key)
    return absence !== undefined && this.#now() < absence.until
  }

  failed(key: Key): void {
    const failures = (this.#absences.get(key)?.failures ?? 0) + 1
    const pause = Math.min(1000 * 2 ** failures, longestPauseMs) * (0.5 + Math.random() / 2)
    this.#absences.set(key, { failures, until: this.#now() + pause })
  }

  answered(key: Key): void {
    this.#absences.delete(key)
  }
}
