// The bound of an operation: how many objects it can create. Every creating operation declares one.
import type { Budget } from './budget.ts'
import type { Refusal } from './refusal.ts'

/** A maximum for a school, or for a parent object; one more is refused. */
export interface Most {
  readonly most: number
  readonly refusal: Refusal
}

/**
 * A maximum; or the budget that counts each object, if they grow with the school's business; or `platform team`, if no
 * school creates them.
 */
export type Bound = Most | Budget | 'platform team'

export const atMost = (most: number, refusal: Refusal): Most => ({ most, refusal })

/** The maximum, if the bound is one. */
export const maxOf = (bound: Bound | null): Most | null => (typeof bound === 'object' ? bound : null)

/** The texts of a refusal: `full(200, 'offers', 'Delete one.')`. */
export const full = (most: number, things: string, advice: string) =>
  ({
    status: 409,
    when: `the school has ${most} ${things}`,
    message: `A school has at most ${most} ${things}. ${advice}`,
  }) as const
