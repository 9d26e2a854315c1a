// Several gateways count as one. Ten times a second each publishes what it took from its buckets, and subtracts what
// the others published. No request waits for it. While the bus is unavailable each gateway counts for itself, and never
// publishes that count later: the school would pay twice.
import type { Charge, TokenBuckets } from './token-bucket.ts'

const everyMs = 100
/** Entries of one message: some 100 KB. */
const most = 1000

interface CountMessage {
  from: string
  charges: Charge[]
}

export class SharedCount {
  readonly #buckets: TokenBuckets
  readonly #self: string
  readonly #publish: (message: string) => void
  #timer: NodeJS.Timeout | null = null

  /** `self` is the name of this gateway; `publish` sends a message, or drops it. */
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

  /** Publishes what was taken here since the last time. */
  publish(): void {
    const charges = this.#buckets.drainCharges()
    for (let at = 0; at < charges.length; at += most) {
      const message: CountMessage = { from: this.#self, charges: charges.slice(at, at + most) }
      this.#publish(JSON.stringify(message))
    }
  }

  /** Subtracts what another gateway published. */
  receive(message: string): void {
    const { from, charges }: CountMessage = JSON.parse(message)
    if (from !== this.#self) for (const one of charges) this.#buckets.takenElsewhere(one)
  }
}
