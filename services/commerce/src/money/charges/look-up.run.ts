// Asks a provider about a charge whose callback has not arrived, or that a callback names by an unknown reference.
import { enqueue } from '@lms/service-host'
import { builder } from '../../builder.ts'
import type { ChargeNotice } from '../providers/adapter/adapter.ts'
import { adapters } from '../providers/adapters.ts'
import { contextOf } from './charge.run.ts'
import { disputeOfCharge, lookUpCharge, refundOfCharge } from './charge.task.ts'
import { paymentOf, recordCharge } from './record.ts'
import { lookAgain } from './schedule-look-up.ts'

export const lookUpCall = builder.externalCall(lookUpCharge, {
  prepare: async ({ payload: { provider_id, payment_id, reference } }, { payments, providers }) => {
    const [provider, payment] = await Promise.all([
      providers.find(provider_id),
      payment_id ? payments.find(payment_id) : null,
    ])
    return provider && payment?.status !== 'succeeded' ? { provider, reference } : null
  },

  call: async (prepared, outside): Promise<ChargeNotice | null> => {
    if (!prepared) return null
    const { provider, reference } = prepared
    const notice = await adapters[provider.kind].lookUp?.(reference, contextOf(provider, outside))
    return notice?.of === 'charge' ? notice : null
  },

  finish: async ({ payload, outcome, ...ctx }, stores) => {
    const { provider_id, dispute, amount, refund } = payload
    const payment = outcome && (await paymentOf(outcome, { id: provider_id }, stores))
    if (!payment) return
    const recorded = await recordCharge(ctx, stores, payment, outcome.outcome)
    if (dispute) enqueue(ctx.work, disputeOfCharge, { payment_id: recorded.id, dispute, amount })
    else if (refund) enqueue(ctx.work, refundOfCharge, { payment_id: recorded.id, ...refund })
    else if (outcome.outcome.status === 'pending' && recorded.status !== 'succeeded')
      lookAgain(ctx, lookUpCharge, payload)
  },
})
