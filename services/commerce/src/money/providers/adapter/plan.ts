// Subscriptions that a provider charges by a plan of its own: those that a school has brought along.
import { z } from 'zod'
import { Interval } from '../../../catalog/offers/price.contract.ts'
import type { CallContext } from './call-context.ts'

const reference = z.string().regex(/^[\x21-\x7e]{1,200}$/)
const time = z.string().regex(/^[\dT:.Z+-]{20,40}$/)
const currency = z.string().regex(/^[A-Z]{3}$/)

/** A subscription as the provider knows it. Amounts are minor units. */
export const Plan = z.object({
  reference,
  customer: reference.nullable(),
  price: reference.nullable(),
  /** `other`: it gives nothing now, as one that is paused or whose first charge has no outcome. */
  status: z.enum(['running', 'past_due', 'ended', 'other']),
  /** Why it has ended; null while it has not. */
  ended: z.enum(['requested', 'unpaid', 'period_ended']).nullable(),
  cancels_at_period_end: z.boolean(),
  /** Of a period; null where it has no fixed price. */
  amount: z.int().min(0).nullable(),
  currency,
  quantity: z.int().min(1),
  interval: Interval,
  period_starts_at: time,
  period_ends_at: time,
})
export type Plan = z.infer<typeof Plan>

/** A charge of a subscription that has succeeded. */
export const PlanCharge = z.object({
  reference,
  amount: z.int().min(0),
  currency,
  paid_at: time,
  period_starts_at: time,
  period_ends_at: time,
})
export type PlanCharge = z.infer<typeof PlanCharge>

/** What a school wants of the end of a subscription. */
export type WantedEnd = 'now' | 'period_end' | 'never'

/** They throw where the provider gave no answer, as all calls; null is one that the provider does not know. */
export interface PlanCalls {
  readonly read: (reference: string, context: CallContext) => Promise<Plan | null>
  /** The last twelve charges, the oldest first. */
  readonly charges: (reference: string, context: CallContext) => Promise<readonly PlanCharge[]>
  /** Ends it, or takes an end back. The same again, and of one that has ended, changes nothing. */
  readonly end: (reference: string, at: WantedEnd, context: CallContext) => Promise<void>
}
