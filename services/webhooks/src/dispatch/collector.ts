// Collects results and logs them in portions; results that cannot be logged are kept and tried again.

/** A batch costs 2 ms of CPU however small it is. Results that a killed process has not logged are sent again. */
const flushMs = 100
/** Where something waits for what is written. */
const soonMs = 10
const maxAtOnce = 500

export interface CollectorOptions<T> {
  write(items: readonly T[]): Promise<void>
  /** Called for every failed try. */
  onError(error: unknown): void
  /** Whether something waits for this one to be written. */
  isAwaited(item: T): boolean
}

export class Collector<T> {
  readonly #options: CollectorOptions<T>
  #items: T[] = []
  #timer: NodeJS.Timeout | null = null
  #plannedFor = 0
  #running: Promise<void> | null = null
  #retryMs = 0

  constructor(options: CollectorOptions<T>) {
    this.#options = options
  }

  /** The number of waiting results. */
  get size(): number {
    return this.#items.length
  }

  add(item: T): void {
    this.#items.push(item)
    if (this.#items.length >= maxAtOnce && this.#retryMs === 0) this.#start()
    else this.#plan(this.#pauseFor([item]))
  }

  /** Writes the rest, with one try for each part; for the end. */
  async finish(): Promise<void> {
    await this.#running
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    while (this.#items.length > 0) {
      const before = this.#items.length
      await this.#flush()
      if (this.#items.length >= before) return
    }
  }

  #pauseFor(items: readonly T[]): number {
    return items.some(item => this.#options.isAwaited(item)) ? soonMs : flushMs
  }

  /** Replaces a later write, unless that is a repetition. */
  #plan(ms: number) {
    if (this.#running) return
    const at = performance.now() + ms
    if (this.#timer) {
      if (this.#retryMs > 0 || this.#plannedFor <= at) return
      clearTimeout(this.#timer)
    }
    this.#plannedFor = at
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#start()
    }, ms)
  }

  #start() {
    if (this.#running) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#running = this.#flush().finally(() => {
      this.#running = null
      const items = this.#items
      if (items.length > 0)
        this.#plan(this.#retryMs || (items.length >= maxAtOnce ? 0 : this.#pauseFor(items)))
    })
  }

  async #flush(): Promise<void> {
    const items = this.#items.slice(0, maxAtOnce)
    try {
      await this.#options.write(items)
      this.#items = this.#items.slice(items.length)
      this.#retryMs = 0
    } catch (error) {
      this.#retryMs = Math.min(5000, Math.max(200, this.#retryMs * 2)) * (1 + Math.random() / 2)
      this.#options.onError(error)
    }
  }
}
