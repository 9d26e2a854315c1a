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

/** What was taken from a bucket: its name, how many tokens, and its rate and burst. */
export type Taken = readonly [name: string, tokens: number, rate: number, burst: number]

interface Bucket {
  readonly name: string
  tokens: number
  at: number
  rate: Rate
  /** Taken, less what was given back, since that was last told. */
  unpublished: number
}

export class TokenBuckets {
  readonly #now: () => number
  // A bucket that is pushed out comes back full: with this many in use the others were idle.
  readonly #buckets: LRUCache<string, Bucket>
  #unpublished: Bucket[] = []

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
    const levels = names.map(([name, rate]) => {
      const bucket = this.#refilled(name, rate)
      return { bucket, tokens: bucket.tokens, asked: Math.min(amount, rate.burst), rate }
    })
    const refused = levels.find(({ tokens, asked }) => tokens < asked) ?? null
    if (!refused)
      for (const level of levels) {
        level.tokens -= level.asked
        this.#move(level.bucket, level.asked)
      }
    return { refused, levels }
  }

  /** Puts one token back: the request turned out not to count here. */
  giveBack(name: string, rate: Rate): void {
    this.#move(this.#refilled(name, rate), -1)
  }

  #move(bucket: Bucket, amount: number): void {
    bucket.tokens = Math.min(bucket.rate.burst, bucket.tokens - amount)
    if (bucket.unpublished === 0) this.#unpublished.push(bucket)
    bucket.unpublished += amount
  }

  /** What was taken here since this was last asked. */
  taken(): Taken[] {
    const taken: Taken[] = []
    for (const bucket of this.#unpublished) {
      const { name, unpublished, rate } = bucket
      if (unpublished !== 0) taken.push([name, unpublished, rate.rate, rate.burst])
      bucket.unpublished = 0
    }
    this.#unpublished = []
    return taken
  }

  /** What was taken by another gateway, also where it is no longer there: a debt. */
  takenElsewhere([name, tokens, rate, burst]: Taken): void {
    const bucket = this.#refilled(name, { rate, burst })
    bucket.tokens = Math.min(burst, bucket.tokens - tokens)
  }

  /** How a bucket stands. */
  level(name: string, rate: Rate): Level {
    return { tokens: this.#refilled(name, rate).tokens, asked: 1, rate }
  }

  /** Takes as many tokens as something has cost, also those that are not there: a debt. */
  charge(name: string, rate: Rate, cost: number): void {
    if (cost > 0) this.#refilled(name, rate).tokens -= cost
  }

  #refilled(name: string, wanted: Rate): Bucket {
    const { rate, burst } = wanted
    const now = this.#now()
    let bucket = this.#buckets.get(name)
    if (!bucket) {
      bucket = { name, tokens: burst, at: now, rate: wanted, unpublished: 0 }
      this.#buckets.set(name, bucket)
    }
    // A clock that was set back gives nothing, and takes nothing away.
    const elapsed = Math.max(0, now - bucket.at) / 1000
    bucket.tokens = Math.min(burst, bucket.tokens + elapsed * rate)
    bucket.at = now
    bucket.rate = wanted
    return bucket
  }
}

/** Seconds until a bucket has what was asked for, whole and at least one. */
export const retryAfter = ({ tokens, asked, rate: { rate } }: Level): number =>
  Math.max(1, Math.ceil((asked - tokens) / rate))
