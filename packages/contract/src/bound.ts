// How many objects of its kind an operation can make: every one that creates says so.
import type { Budget } from './budget.ts'
import type { Refusal } from './refusal.ts'

/** So many of a school, or of what they stand in; one more is refused. */
export interface Most {
  readonly most: number
  readonly refusal: Refusal
}

/** A number; or, of what grows with the school's business, the budget that counts each one; or that no school makes it. */
export type Bound = Most | Budget | 'platform team'

export const atMost = (most: number, refusal: Refusal): Most => ({ most, refusal })

/** The number, where the bound is one. */
export const mostOf = (bound: Bound | null): Most | null => (typeof bound === 'object' ? bound : null)

/** What a refusal says: `full(200, 'offers', 'Delete one.')`. */
export const full = (most: number, things: string, advice: string) =>
  ({
    status: 409,
    when: `the school has ${most} ${things}`,
    message: `A school has at most ${most} ${things}. ${advice}`,
  }) as const
