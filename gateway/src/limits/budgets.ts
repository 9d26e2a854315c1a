// Budgets of what changes give others to do: events, deliveries, tasks. What a change costs is known only when it is done,
// so it is charged afterwards and may make a debt; while there is one the school's further changes are refused. So one
// large call goes through, nothing is asked before a request, and the average is the rate.
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
  /** The limits of schools that were last asked for; of others nothing is charged, as nothing of theirs comes here. */
  readonly #limits = new LRUCache<string, Limits>({ max: 20_000 })

  /** `now` gives milliseconds. */
  constructor(now: () => number) {
    this.#buckets = new TokenBuckets(now)
  }

  /** Refuses a change of a school that owes something with budget_spent. */
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

  /** Charges what a service says that a school has spent. */
  charge(school: string, cost: Cost): void {
    const limits = this.#limits.get(school)
    if (!limits) return
    for (const budget of budgets)
      this.#buckets.charge(nameOf(school, budget), rateOf(limits, budget), cost[budget])
  }
}
