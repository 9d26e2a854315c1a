// Work that waits for one place: one piece at a time, and schools take turns.

/** How much may wait: pieces in all, of one school, and bytes of all that wait. */
export interface TurnBounds {
  maxWaiting: number
  maxOfSchool: number
  maxWaitingBytes: number
}

interface Waiting {
  bytes: number
  work: () => Promise<void>
}

export class Turns {
  readonly #bounds: TurnBounds
  /** What waits, by school; the school that waits longest is first. */
  readonly #queues = new Map<string, Waiting[]>()
  #count = 0
  #bytes = 0
  #isRunning = false

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds
  }

  /** Whether another piece of the school, of so many bytes, would be one too many. */
  isFullFor(school: string, bytes: number): boolean {
    const { maxWaiting, maxOfSchool, maxWaitingBytes } = this.#bounds
    const own = this.#queues.get(school)?.length ?? 0
    const isTooMuch = this.#count > 0 && this.#bytes + bytes > maxWaitingBytes
    return this.#count >= maxWaiting || own >= maxOfSchool || isTooMuch
  }

  /** Does the work when the school's turn has come. */
  run<T>(work: () => Promise<T>, school: string, bytes: number): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const own = this.#queues.get(school) ?? []
    own.push({ bytes, work: () => work().then(resolve, reject) })
    this.#queues.set(school, own)
    this.#count++
    this.#bytes += bytes
    void this.#goOn()
    return promise
  }

  async #goOn(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let [next] = this.#queues; next; [next] = this.#queues) {
      const [school, own] = next
      this.#queues.delete(school)
      const { work, bytes } = own.shift()!
      if (own.length > 0) this.#queues.set(school, own)
      this.#count--
      this.#bytes -= bytes
      await work()
    }
    this.#isRunning = false
  }
}
