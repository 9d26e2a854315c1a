// The call that returns money through a provider.
import { builder } from '../../builder.ts'
import { contextOf, sendFollowing } from '../charges/charge.run.ts'
import { lookUpRefund, refundPayment } from '../charges/charge.task.ts'
import { recordRefund } from '../charges/record.ts'
import { lookAgain } from '../charges/schedule-look-up.ts'
import type { RefundOutcome } from '../providers/adapter/adapter.ts'
import { adapters } from '../providers/adapters.ts'
import type { RefundResult } from '../refund-model/refund.contract.ts'
import type { RefundRow } from '../refund-model/refund.store.ts'

const unavailableFailure = {
  class: 'unavailable',
  message: 'The provider has not answered for hours.',
} as const

export const refundCall = builder.externalCall(refundPayment, {
  prepare: async ({ payload }, { payments, providers, refunds }) => {
    const [refund, payment] = await Promise.all([
      refunds.get(payload.refund_id),
      payments.get(payload.payment_id),
    ])
    if (refund.status !== 'pending') return null
    return { refund, payment, provider: await providers.get(payment.provider_id!) }
  },

  call: async (request, outside): Promise<RefundOutcome | null> => {
    if (!request) return null
    const { refund, payment, provider } = request
    const providerRequest = {
      refund_id: refund.id,
      payment_id: payment.id,
      reference: payment.provider_reference,
      amount: refund.amount,
      currency: refund.currency,
    }
    return adapters[provider.kind].refund(providerRequest, contextOf(provider, outside))
  },

  finish: async ({ payload, outcome, ...ctx }, stores): Promise<RefundResult> => {
    const { refund_id, payment_id, order_id } = payload
    if (!outcome) return refundResult(await stores.refunds.get(refund_id))
    const { provider_id } = await stores.payments.get(payment_id)
    const provider = await stores.providers.get(provider_id!)
    const refund = await recordRefund(ctx, stores, { id: refund_id, payment_id, order_id }, outcome)
    sendFollowing(ctx, provider, outcome, { payment_id, refund_id })
    if (outcome.status === 'pending' && adapters[provider.kind].lookUpRefund)
      lookAgain(ctx, lookUpRefund, { ...payload, look: 0 })
    return refundResult(refund)
  },

  pending: async ({ payload }, { refunds }) => refundResult(await refunds.get(payload.refund_id)),

  // If the provider has returned the money all the same, its callback makes the refund succeed.
  failed: async ({ payload: { refund_id: id, payment_id, order_id }, ...ctx }, stores) => {
    const outcome = { status: 'failed', reference: null, failure: unavailableFailure } as const
    await recordRefund(ctx, stores, { id, payment_id, order_id }, outcome)
  },
})

const refundResult = (refund: RefundRow): RefundResult => ({ ...refund, dry_run: false })
