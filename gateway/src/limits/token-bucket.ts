// Token buckets: `burst` tokens at most, `rate` more each second, one for an ordinary request. Kept here because libraries
// count in windows, which let twice the burst through at their edges, and hold a timer for each key.
import { LRUCache } from 'lru-cache'

export interface Rate {
  /** Tokens a second. */
  readonly rate: number
  /** The most tokens there can be. */
  readonly burst: number
}

/** How a bucket stands after a request. */
export interface Level {
  /** Tokens left. */
  tokens: number
  /** Tokens that were asked for; with fewer left the request is refused. */
  asked: number
  rate: Rate
}

interface Bucket {
  tokens: number
  at: number
}

export class TokenBuckets {
  readonly #now: () => number
  // A bucket that is pushed out comes back full: with this many in use the others were idle.
  readonly #buckets: LRUCache<string, Bucket>

  /** `now` gives milliseconds. */
  constructor(now: () => number, most = 100_000) {
    this.#now = now
    this.#buckets = new LRUCache({ max: most })
  }

  /**
   * Takes tokens from each bucket, or none where one of them has too few: the level of that one comes back. More than a
   * bucket can ever hold takes all of it.
   */
  take(
    names: readonly (readonly [name: string, rate: Rate])[],
    amount = 1,
  ): { refused: Level | null; levels: Level[] } {
    const buckets = names.map(([name, rate]) => this.#refilled(name, rate))
    const levels: Level[] = []
    let refused: Level | null = null
    for (const [index, { tokens }] of buckets.entries()) {
      const rate = names[index]![1]
      const level = { tokens, asked: Math.min(amount, rate.burst), rate }
      if (tokens < level.asked) refused ??= level
      levels.push(level)
    }
    if (!refused)
      for (const [index, level] of levels.entries()) {
        level.tokens -= level.asked
        buckets[index]!.tokens = level.tokens
      }
    return { refused, levels }
  }

  /** Puts one token back: the request turned out not to count here. */
  giveBack(name: string, rate: Rate): void {
    const bucket = this.#refilled(name, rate)
    bucket.tokens = Math.min(rate.burst, bucket.tokens + 1)
  }

  /** How a bucket stands. */
  level(name: string, rate: Rate): Level {
    return { tokens: this.#refilled(name, rate).tokens, asked: 1, rate }
  }

  /** Takes as many tokens as something has cost, also those that are not there: a debt. */
  charge(name: string, rate: Rate, cost: number): void {
    if (cost > 0) this.#refilled(name, rate).tokens -= cost
  }

  #refilled(name: string, { rate, burst }: Rate): Bucket {
    const now = this.#now()
    let bucket = this.#buckets.get(name)
    if (!bucket) {
      bucket = { tokens: burst, at: now }
      this.#buckets.set(name, bucket)
    }
    // A clock that was set back gives nothing, and takes nothing away.
    const elapsed = Math.max(0, now - bucket.at) / 1000
    bucket.tokens = Math.min(burst, bucket.tokens + elapsed * rate)
    bucket.at = now
    return bucket
  }
}

/** Seconds until a bucket has what was asked for, whole and at least one. */
export const retryAfter = ({ tokens, asked, rate: { rate } }: Level): number =>
  Math.max(1, Math.ceil((asked - tokens) / rate))
