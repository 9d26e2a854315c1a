// The rates of a request, and their headers (draft-ietf-httpapi-ratelimit-headers-10).
import { common, Refused } from '@lms/contract'
import type { ResolvedSchool } from '@lms/site/contract'
import { type Level, type Rate, retryAfter, type TokenBuckets } from './token-bucket.ts'

type Limits = ResolvedSchool['limits']

/** A caller with a valid key. */
export interface CallerKey {
  readonly key: string
  readonly kind: string
}

/** A call with its school and key. */
interface Charged {
  readonly resolved: Pick<ResolvedSchool, 'school_id' | 'limits'> | null
  readonly key: { readonly caller: CallerKey } | null
  readonly network: string
}

/** What a request can have used up. */
export type LimitName = 'key' | 'school' | 'visitor' | 'guest' | 'network' | 'probe' | 'budget'

/** A visitor of a page, identified by address, has this part of the rate of the page's key. */
const ofVisitor = 1 / 4
/** A network has this many times the rate of a guest at one school, for guests of all schools. */
const ofNetwork = 4

export class RateLimiter {
  readonly #buckets: TokenBuckets
  readonly #guests: Rate
  readonly #networks: Rate
  readonly #rates = new WeakMap<Limits, ReturnType<typeof ratesOf>>()

  readonly #limited: (limit: LimitName) => void

  /** `guests` is the rate without a valid key, of one network at one school; `limited` hears of each refusal. */
  constructor(buckets: TokenBuckets, guests: Rate, limited: (limit: LimitName) => void = () => {}) {
    this.#buckets = buckets
    this.#limited = limited
    this.#guests = guests
    this.#networks = part(guests, ofNetwork)
  }

  /** Counts a request of a key, from a network, in its school. Returns the headers; refuses with rate_limited. */
  count(school: string, { key, kind }: CallerKey, network: string, limits: Limits): Record<string, string> {
    const { policy, visitorPolicy, ...rates } = this.#ratesOf(limits)
    const visits = kind === 'publishable'
    const buckets: [string, Rate][] = [
      [key, rates.key],
      [school, rates.school],
    ]
    if (visits) buckets.push([`${key} ${network}`, rates.visitor])
    const { refused, levels } = this.#buckets.take(buckets)
    const own = `"key";${standing(levels[0]!)}, "school";${standing(levels[1]!)}`
    const headers = {
      ratelimit: visits ? `${own}, "visitor";${standing(levels[2]!)}` : own,
      'ratelimit-policy': visits ? visitorPolicy : policy,
    }
    if (!refused) return headers
    this.#limited((['key', 'school', 'visitor'] as const)[levels.indexOf(refused)]!)
    throw tooMany(refused, headers)
  }

  /**
   * Counts a request of a network without a valid key of the school (null: unknown school); refuses with rate_limited.
   */
  countGuest(school: string | null, network: string): void {
    this.#countNetwork(this.#guestBuckets(school, network), ['guest', 'network'])
  }

  /** Counts more of a request that was not refused: its answer is large. */
  countMore(school: string, network: string, amount: number): void {
    for (const [name, rate] of this.#guestBuckets(school, network)) this.#buckets.owe(name, rate, amount)
  }

  /**
   * Counts more of a call that was not refused here: it took so many milliseconds of a service's processor. A token pays
   * for one, so a key can keep a service busy for its rate in milliseconds a second, and no longer.
   */
  charge({ resolved, key: callerKey, network }: Charged, milliseconds: number): void {
    if (!resolved || !callerKey) return
    const { school_id, limits } = resolved
    const { key, kind } = callerKey.caller
    const rates = this.#ratesOf(limits)
    this.#buckets.owe(key, rates.key, milliseconds)
    this.#buckets.owe(school_id, rates.school, milliseconds)
    if (kind === 'publishable') this.#buckets.owe(`${key} ${network}`, rates.visitor, milliseconds)
  }

  /** The guest has shown a valid key. */
  forgive(school: string | null, network: string): void {
    for (const [name, rate] of this.#guestBuckets(school, network)) this.#buckets.giveBack(name, rate)
  }

  /** Counts a health check separately, so that a flood of guests does not make the gateway look dead. */
  countProbe(network: string): void {
    this.#countNetwork([[`probe ${network}`, this.#guests]], ['probe'])
  }

  #countNetwork(buckets: [string, Rate][], names: readonly LimitName[]): void {
    const { refused, levels } = this.#buckets.take(buckets)
    if (!refused) return
    this.#limited(names[levels.indexOf(refused as (typeof levels)[number])]!)
    const headers = {
      ratelimit: `"address";${standing(refused)}`,
      'ratelimit-policy': policyOf('address', refused.rate),
    }
    throw tooMany(refused, headers)
  }

  #guestBuckets(school: string | null, network: string): [string, Rate][] {
    return [
      [`guest ${school} ${network}`, this.#guests],
      [`guest ${network}`, this.#networks],
    ]
  }

  #ratesOf(limits: Limits) {
    let rates = this.#rates.get(limits)
    if (!rates) {
      rates = ratesOf(limits)
      this.#rates.set(limits, rates)
    }
    return rates
  }
}

function ratesOf({ key_rate, key_burst, school_rate, school_burst }: Limits) {
  const key = { rate: key_rate, burst: key_burst }
  const school = { rate: school_rate, burst: school_burst }
  const visitor = part(key, ofVisitor)
  const policy = `${policyOf('key', key)}, ${policyOf('school', school)}`
  return { key, school, visitor, policy, visitorPolicy: `${policy}, ${policyOf('visitor', visitor)}` }
}

const part = ({ rate, burst }: Rate, factor: number): Rate => ({
  rate: rate * factor,
  burst: Math.max(1, Math.floor(burst * factor)),
})

/** A bucket as a quota: the burst, over the time in which an empty bucket fills. */
const policyOf = (name: string, { rate, burst }: Rate) =>
  `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / rate))}`

const standing = ({ tokens, rate: { rate, burst } }: Level) =>
  `r=${Math.max(0, Math.floor(tokens))};t=${Math.ceil((burst - tokens) / rate)}`

const tooMany = (level: Level, headers: Record<string, string>) =>
  new Refused(common.rate_limited, rateLimited(level), {
    headers: { ...headers, 'retry-after': String(retryAfter(level)) },
  })

/** The message of a refusal for a rate: which it is, and when to go on. */
export function rateLimited(level: Level): string {
  const { rate, burst } = level.rate
  const allowed = rate >= 1 ? `${rounded(rate)} requests a second` : `${rounded(rate * 60)} requests a minute`
  const seconds = retryAfter(level)
  return `Too many requests: ${allowed} are allowed, ${rounded(burst)} at once. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}
const rounded = (value: number) => Math.round(value * 100) / 100
