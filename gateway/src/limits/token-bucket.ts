// Token buckets: at most `burst` tokens, `rate` more each second, one for an ordinary request. Our own, because
// libraries count in windows, which allow twice the burst at their edges, or have a timer for each key.
import { LRUCache } from 'lru-cache'

export interface Rate {
  /** Tokens per second. */
  readonly rate: number
  /** The maximum number of tokens. */
  readonly burst: number
}

/** The state of a bucket after a request. */
export interface Level {
  /** Tokens left. */
  tokens: number
  /** Requested tokens; with fewer left the request is refused. */
  requested: number
  rate: Rate
}

/** The tokens taken from a bucket: its name, their number, and its rate and burst. */
export type Charge = readonly [name: string, tokens: number, rate: number, burst: number]

interface Bucket {
  readonly name: string
  tokens: number
  at: number
  rate: Rate
  /** Taken tokens, less returned ones, since the last publication. */
  unpublished: number
}

export class TokenBuckets {
  readonly #now: () => number
  // An evicted bucket comes back full: with this many in use the evicted ones were idle.
  readonly #buckets: LRUCache<string, Bucket>
  #unpublished: Bucket[] = []

  /** `now` returns milliseconds. */
  constructor(now: () => number, most = 100_000) {
    this.#now = now
    this.#buckets = new LRUCache({ max: most })
  }

  /**
   * Takes tokens from each bucket; or none if one bucket has too few, and then returns the level of that one. An amount
   * above the maximum takes all of it.
   */
  take(
    names: readonly (readonly [name: string, rate: Rate])[],
    amount = 1,
  ): { refused: Level | null; levels: Level[] } {
    const levels = names.map(([name, rate]) => {
      const bucket = this.#refilled(name, rate)
      return { bucket, tokens: bucket.tokens, requested: Math.min(amount, rate.burst), rate }
    })
    const refused = levels.find(({ tokens, requested }) => tokens < requested) ?? null
    if (!refused)
      for (const level of levels) {
        level.tokens -= level.requested
        this.#move(level.bucket, level.requested)
      }
    return { refused, levels }
  }

  /** Returns one token: the request turned out not to count here. */
  giveBack(name: string, rate: Rate): void {
    this.#move(this.#refilled(name, rate), -1)
  }

  /** Takes tokens, at most a full bucket, even if there are fewer: a debt of a request that was not refused. */
  owe(name: string, rate: Rate, amount: number): void {
    this.#move(this.#refilled(name, rate), Math.min(amount, rate.burst))
  }

  #move(bucket: Bucket, amount: number): void {
    bucket.tokens = Math.min(bucket.rate.burst, bucket.tokens - amount)
    if (bucket.unpublished === 0) this.#unpublished.push(bucket)
    bucket.unpublished += amount
  }

  /** The tokens taken here since the last call. */
  drainCharges(): Charge[] {
    const charges: Charge[] = []
    for (const bucket of this.#unpublished) {
      const { name, unpublished, rate } = bucket
      if (unpublished !== 0) charges.push([name, unpublished, rate.rate, rate.burst])
      bucket.unpublished = 0
    }
    this.#unpublished = []
    return charges
  }

  /** The tokens taken by another gateway, even if the bucket has fewer: a debt. */
  takenElsewhere([name, tokens, rate, burst]: Charge): void {
    const bucket = this.#refilled(name, { rate, burst })
    bucket.tokens = Math.min(burst, bucket.tokens - tokens)
  }

  /** The state of a bucket. */
  level(name: string, rate: Rate): Level {
    return { tokens: this.#refilled(name, rate).tokens, requested: 1, rate }
  }

  /** Takes the tokens of a cost, even if the bucket has fewer: a debt. */
  charge(name: string, rate: Rate, cost: number): void {
    if (cost > 0) this.#refilled(name, rate).tokens -= cost
  }

  #refilled(name: string, newRate: Rate): Bucket {
    const { rate, burst } = newRate
    const now = this.#now()
    let bucket = this.#buckets.get(name)
    if (!bucket) {
      bucket = { name, tokens: burst, at: now, rate: newRate, unpublished: 0 }
      this.#buckets.set(name, bucket)
    }
    // A clock that was set back gives nothing, and takes nothing away.
    const elapsed = Math.max(0, now - bucket.at) / 1000
    bucket.tokens = Math.min(burst, bucket.tokens + elapsed * rate)
    bucket.at = now
    bucket.rate = newRate
    return bucket
  }
}

/** Seconds until a bucket has the requested tokens, rounded up, at least one. */
export const retryAfter = ({ tokens, requested, rate: { rate } }: Level): number =>
  Math.max(1, Math.ceil((requested - tokens) / rate))
