// Asks the provider what became of a refund that it has begun.
import { builder } from '../../builder.ts'
import { contextOf } from '../charges/charge.run.ts'
import { lookUpRefund } from '../charges/charge.task.ts'
import { recordRefund } from '../charges/record.ts'
import { lookAgain } from '../charges/schedule-look-up.ts'
import { adapters } from '../providers/adapters.ts'

export const lookUpRefundCall = builder.externalCall(lookUpRefund, {
  prepare: async ({ payload: { refund_id, payment_id } }, { payments, providers, refunds }) => {
    const { status, provider_reference: reference } = await refunds.get(refund_id)
    if (status !== 'pending' || reference === null) return null
    const { provider_id } = await payments.get(payment_id)
    const provider = provider_id && (await providers.find(provider_id))
    return provider ? { reference, provider } : null
  },

  call: async (request, outside) => {
    if (!request) return { outcome: null, over: true }
    const { provider, reference } = request
    const outcome = await adapters[provider.kind].lookUpRefund?.(reference, contextOf(provider, outside))
    return { outcome: outcome ?? null, over: false }
  },

  finish: async ({ payload, outcome: { outcome, over }, ...ctx }, stores) => {
    if (over) return
    const { refund_id: id, payment_id, order_id } = payload
    if (outcome === null || outcome.status === 'pending') lookAgain(ctx, lookUpRefund, payload)
    else await recordRefund(ctx, stores, { id, payment_id, order_id }, outcome)
  },
})
