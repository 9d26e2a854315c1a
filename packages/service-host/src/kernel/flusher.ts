// Sends what gathers in memory: after a rest, or at once, and never twice at the same time.

export class Flusher {
  readonly #send: () => Promise<void>
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> = Promise.resolve()

  /** `send` sends all that waits. It does not throw: where it cannot send, it calls `later`. */
  constructor(send: () => Promise<void>) {
    this.#send = send
  }

  /** Flushes in so many milliseconds, unless it is to flush before. Keeps no process alive. */
  later(ms: number): void {
    this.#timer ??= setTimeout(() => this.flush(), ms).unref()
  }

  /** Sends what waits, after a sending that is under way. */
  flush(): Promise<void> {
    this.cancel()
    this.#flushing = this.#flushing.then(this.#send)
    return this.#flushing
  }

  /** Does not flush later. */
  cancel(): void {
    clearTimeout(this.#timer ?? undefined)
    this.#timer = null
  }
}
