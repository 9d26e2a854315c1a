import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/**
 * Charges a payment. The tries last for about 15 hours, less than providers remember an idempotency key (Stripe: 24
 * hours): no try can charge a second time.
 */
export const chargePayment = task('charge-payment', {
  returns: 'later',
  payload: z.object({
    payment_id: id('pay'),
    order_id: id('ord'),
    choice: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/)
      .nullable(),
    return_url: z.url().max(2000).nullable(),
    // Charges of an earlier version have none.
    done_url: z.url().max(2000).nullable().default(null),
    save: z.boolean(),
  }),
  attempts: 24,
  pause: 5,
  deadline: 18,
})
export type ChargePayload = z.infer<typeof chargePayment.payload>

/** Returns the money of a refund; the tries last as long. */
export const refundPayment = task('refund-payment', {
  returns: 'later',
  payload: z.object({ refund_id: id('ref'), payment_id: id('pay'), order_id: id('ord') }),
  attempts: 24,
  pause: 5,
  deadline: 18,
})

const MadeThere = z.object({ reference: z.string().regex(/^[\x21-\x7e]{1,200}$/), amount: z.int().min(1) })

/**
 * Looks of a charge or refund whose callback is missing: after 10 minutes, then at doubled intervals for four weeks. A card is through
 * in a day, a debit of a bank account in two weeks.
 */
export const maxLooks = 12
export const lookAfter = (look: number): number => 600 * 2 ** look

/**
 * Asks a provider about a charge that a callback names by an unknown reference, or whose outcome is late: the callbacks may
 * be lost, or not be set up at all. A page of Stripe is open for 24 hours.
 */
export const lookUpCharge = task('look-up-charge', {
  payload: z.object({
    provider_id: id('pvd'),
    payment_id: id('pay').nullable(),
    reference: z.string().regex(/^[\w.-]{1,200}$/),
    dispute: z.enum(['open', 'won', 'lost']).nullable(),
    /** The disputed part. */
    amount: z.int().min(1).nullable().default(null),
    /** The refund that was made there, and told before the charge. */
    refund: MadeThere.nullable().default(null),
    look: z.int().min(0).max(maxLooks),
  }),
  attempts: 12,
  pause: 5,
  deadline: 18,
})

/**
 * Closes the page of a provider on which a person could pay what is no longer due. The tries end long before the page does
 * by itself (Stripe's after 24 hours).
 */
export const closePage = task('close-payment-page', {
  payload: z.object({ payment_id: id('pay'), order_id: id('ord') }),
  attempts: 12,
  pause: 5,
  longestPause: 600,
  deadline: 18,
})

/** Asks a provider about a refund whose callback is missing. */
export const lookUpRefund = task('look-up-refund', {
  payload: z.object({
    refund_id: id('ref'),
    payment_id: id('pay'),
    order_id: id('ord'),
    look: z.int().min(1).max(maxLooks),
  }),
  attempts: 12,
  pause: 5,
  deadline: 18,
})

/** Records the dispute of a charge whose success was looked up for it: in a step of its own, which sees that success. */
export const disputeOfCharge = task('record-dispute', {
  payload: z.object({
    payment_id: id('pay'),
    dispute: z.enum(['open', 'won', 'lost']),
    amount: z.int().min(1).nullable(),
  }),
  attempts: 20,
})

/** The same of a refund that was made at the provider itself. */
export const refundOfCharge = task('record-refund-made-there', {
  payload: MadeThere.extend({ payment_id: id('pay') }),
  attempts: 20,
})

/** A sandbox's callback to itself. */
export const sendOwnCallback = task('send-sandbox-callback', {
  returns: 'later',
  payload: z.object({
    provider_id: id('pvd'),
    payment_id: id('pay').nullable(),
    refund_id: id('ref').nullable(),
    // Callbacks of an earlier version have none.
    setup_id: id('cst').nullable().default(null),
    event: z.enum([
      'charge.succeeded',
      'charge.failed',
      'dispute.opened',
      'refund.succeeded',
      'setup.succeeded',
      'setup.failed',
    ]),
  }),
})
