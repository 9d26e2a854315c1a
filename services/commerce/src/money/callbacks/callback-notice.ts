// A notice of a callback as the payload of a task.
import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'
import { failureClasses } from '../../objects/payment.object.ts'
import type { Notice } from '../providers/adapter/adapter.ts'

const reference = z.string().regex(/^[\x21-\x7e]{1,200}$/)
/** A provider's own sentences about a decline: printable ASCII. */
const words = z.string().regex(/^[\x20-\x7e]{0,300}$/)
const failed = z.object({
  status: z.literal('failed'),
  reference: reference.nullable(),
  failure: z.object({ class: z.enum(failureClasses), message: words }),
})
const saved = z.object({
  reference: words,
  brand: words,
  last4: z.string().regex(/^\d{0,4}$/),
  expires: z
    .string()
    .regex(/^\d{4}-\d\d$/)
    .nullable(),
})

const NoticeSchema = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('charge'),
    payment_id: reference.nullable(),
    reference,
    outcome: z.discriminatedUnion('status', [
      z.object({
        status: z.literal('succeeded'),
        reference,
        fee_amount: z.int().nullable(),
        saved: saved.nullable(),
      }),
      failed,
      z.object({ status: z.literal('pending'), reference: reference.nullable(), redirect_url: z.null() }),
    ]),
  }),
  z.object({
    of: z.literal('setup'),
    setup_id: reference.nullable(),
    reference,
    outcome: z
      .discriminatedUnion('status', [
        z.object({ status: z.literal('succeeded'), reference, saved }),
        failed,
        z.object({ status: z.literal('pending'), reference: reference.nullable(), redirect_url: z.null() }),
      ])
      .nullable(),
  }),
  z.object({
    of: z.literal('refund'),
    refund_id: reference.nullable(),
    reference,
    outcome: z.discriminatedUnion('status', [
      z.object({ status: z.enum(['succeeded', 'pending']), reference: reference.nullable() }),
      failed,
    ]),
    made_there: z
      .object({ payment_id: reference.nullable(), payment_reference: reference, amount: z.int().min(1) })
      .nullable()
      // Notices of an earlier version have none.
      .default(null),
  }),
  z.object({ of: z.literal('plan'), reference }),
  z.object({
    of: z.literal('dispute'),
    payment_id: reference.nullable(),
    reference,
    dispute: z.enum(['open', 'won', 'lost', 'withdrawn']),
    // Notices of an earlier version have none.
    amount: z.int().min(1).nullable().default(null),
  }),
])

/**
 * Records what a callback reports. The callback itself is answered once this is stored: a provider waits for no lock, and
 * what it has reported once is repeated here and not by it.
 */
export const takeNotice = task('take-payment-notice', {
  payload: z.object({ provider_id: id('pvd'), notice: NoticeSchema }),
  attempts: 20,
})

/** A notice in the form of the payload: of a provider's words only what is printable. */
export const plainNotice = (notice: Notice) =>
  ('outcome' in notice && notice.outcome ? { ...notice, outcome: plain(notice.outcome) } : notice) as z.infer<
    typeof NoticeSchema
  >

const plain = <T extends object>(outcome: T): T => {
  if (!('failure' in outcome)) return outcome
  const failure = outcome.failure as { class: string; message: string }
  const message = failure.message.replace(/[^\x20-\x7e]/g, '?').slice(0, 300)
  return { ...outcome, failure: { ...failure, message } }
}
