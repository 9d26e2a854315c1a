// Several gateways count as one: each tells the others, ten times a second, what it took from its buckets, and takes from
// its own what they tell. No request waits for it. While the bus is away each counts for itself, and nothing that was
// taken meanwhile is told later: it would be paid twice.
import type { Taken, TokenBuckets } from './token-bucket.ts'

const everyMs = 100
/** Entries of one message: some 100 KB. */
const most = 1000

interface CountMessage {
  from: string
  taken: Taken[]
}

export class SharedCount {
  readonly #buckets: TokenBuckets
  readonly #self: string
  readonly #publish: (message: string) => void
  #timer: NodeJS.Timeout | null = null

  /** `self` names this gateway among the others; `tell` gives them a message, or drops it. */
  constructor(buckets: TokenBuckets, self: string, publish: (message: string) => void) {
    this.#buckets = buckets
    this.#self = self
    this.#publish = publish
  }

  start(): void {
    this.#timer = setInterval(() => this.publish(), everyMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer ?? undefined)
  }

  /** Tells what was taken here since the last time. */
  publish(): void {
    const taken = this.#buckets.taken()
    for (let at = 0; at < taken.length; at += most) {
      const message: CountMessage = { from: this.#self, taken: taken.slice(at, at + most) }
      this.#publish(JSON.stringify(message))
    }
  }

  /** Takes what a gateway tells, unless it is this one. */
  hear(message: string): void {
    const { from, taken }: CountMessage = JSON.parse(message)
    if (from !== this.#self) for (const one of taken) this.#buckets.takenElsewhere(one)
  }
}
