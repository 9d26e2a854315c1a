// Who did not answer is asked again after a growing pause.
const longestPauseMs = 60_000

export class Absences<Asked> {
  readonly #away = new Map<Asked, { failures: number; until: number }>()
  readonly #now: () => number

  /** `now` are milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether it failed so lately that it is not to be asked. */
  has(asked: Asked): boolean {
    const away = this.#away.get(asked)
    return away !== undefined && this.#now() < away.until
  }

  failed(asked: Asked): void {
    const failures = (this.#away.get(asked)?.failures ?? 0) + 1
    const pause = Math.min(1000 * 2 ** failures, longestPauseMs) * (0.5 + Math.random() / 2)
    this.#away.set(asked, { failures, until: this.#now() + pause })
  }

  answered(asked: Asked): void {
    this.#away.delete(asked)
  }
}
