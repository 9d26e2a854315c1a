// Budgets for the consequences of changes: events, deliveries, tasks. The cost of a change is known only afterwards, so
// it is charged then and may become a debt. The gateway refuses further changes of the school until the debt is paid.
// So one large call succeeds, no request makes an extra call, and the average is the rate.
import { type Budget, budgets, type Cost, common, Refused } from '@lms/contract'
import type { ResolvedSchool } from '@lms/site/contract'
import { LRUCache } from 'lru-cache'
import { type Rate, retryAfter, TokenBuckets } from './token-bucket.ts'

type Limits = ResolvedSchool['limits']

const rateOf = (limits: Limits, budget: Budget): Rate => ({
  rate: limits[`${budget}_rate`],
  burst: limits[`${budget}_burst`],
})
const words: Readonly<Record<Budget, string>> = { event: 'events', delivery: 'deliveries', task: 'tasks' }
const nameOf = (school: string, budget: Budget) => `${budget} ${school}`

export class Budgets {
  readonly #buckets: TokenBuckets
  /** The limits of schools with recent requests here; other schools are not charged, because they send nothing here. */
  readonly #limits = new LRUCache<string, Limits>({ max: 20_000 })

  /** `now` returns milliseconds. */
  constructor(now: () => number) {
    this.#buckets = new TokenBuckets(now)
  }

  /** Refuses a change of a school in debt with budget_spent. */
  check(school: string, limits: Limits): void {
    this.#limits.set(school, limits)
    for (const budget of budgets) {
      const rate = rateOf(limits, budget)
      const level = this.#buckets.level(nameOf(school, budget), rate)
      if (level.tokens > 0) continue
      throw new Refused(
        common.budget_spent,
        `This school has used up its budget of ${words[budget]}: ${rate.rate} a second, ${rate.burst} at once. ` +
          'Wait as long as Retry-After says, then continue with smaller changes.',
        { headers: { 'retry-after': String(retryAfter(level)) } },
      )
    }
  }

  /** Charges the usage of a school, as a service reports it. */
  charge(school: string, cost: Cost): void {
    const limits = this.#limits.get(school)
    if (!limits) return
    for (const budget of budgets)
      this.#buckets.charge(nameOf(school, budget), rateOf(limits, budget), cost[budget])
  }
}
