// The rates a request counts in, and the headers that tell of them (draft-ietf-httpapi-ratelimit-headers-10).
import { common, Refused } from '@lms/contract'
import type { ResolvedSchool } from '@lms/site/contract'
import { type Level, type Rate, retryAfter, TokenBuckets } from './token-bucket.ts'

type Limits = ResolvedSchool['limits']

export class RateLimiter {
  readonly #buckets: TokenBuckets
  readonly #guests: Rate
  readonly #policies = new WeakMap<Limits, { key: Rate; school: Rate; policy: string }>()

  /** `now` gives milliseconds; `guests` is the rate of those without a valid key, per address. */
  constructor(now: () => number, guests: Rate) {
    this.#buckets = new TokenBuckets(now)
    this.#guests = guests
  }

  /** Counts a request of a key in its school. Gives the headers; refuses with rate_limited. */
  count(school: string, key: string, limits: Limits): Record<string, string> {
    const { policy, ...rates } = this.#ratesOf(limits)
    const { refused, levels } = this.#buckets.take([
      [key, rates.key],
      [school, rates.school],
    ])
    const headers = {
      ratelimit: `"key";${standing(levels[0]!)}, "school";${standing(levels[1]!)}`,
      'ratelimit-policy': policy,
    }
    if (refused) throw tooMany(refused, headers)
    return headers
  }

  /** Counts a request that has not shown a valid key yet; refuses with rate_limited. */
  countGuest(address: string): void {
    const { refused } = this.#buckets.take([[`guest ${address}`, this.#guests]])
    if (!refused) return
    const headers = {
      ratelimit: `"address";${standing(refused)}`,
      'ratelimit-policy': policyOf('address', this.#guests),
    }
    throw tooMany(refused, headers)
  }

  /** The guest has shown a valid key. */
  forgive(address: string): void {
    this.#buckets.giveBack(`guest ${address}`, this.#guests)
  }

  #ratesOf(limits: Limits) {
    let found = this.#policies.get(limits)
    if (!found) {
      const key = { rate: limits.key_rate, burst: limits.key_burst }
      const school = { rate: limits.school_rate, burst: limits.school_burst }
      found = { key, school, policy: `${policyOf('key', key)}, ${policyOf('school', school)}` }
      this.#policies.set(limits, found)
    }
    return found
  }
}

/** A bucket as a quota: the burst, over the time in which an empty bucket fills. */
const policyOf = (name: string, { rate, burst }: Rate) =>
  `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / rate))}`

const standing = ({ tokens, rate: { rate, burst } }: Level) =>
  `r=${Math.max(0, Math.floor(tokens))};t=${Math.ceil((burst - tokens) / rate)}`

const tooMany = (level: Level, headers: Record<string, string>) =>
  new Refused(common.rate_limited, undefined, {
    headers: { ...headers, 'retry-after': String(retryAfter(level)) },
  })
