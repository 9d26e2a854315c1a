// Asks a provider about a charge whose callback has not arrived, or that a callback names by an unknown reference.
import { builder } from '../builder.ts'
import type { ChargeNotice } from '../providers/adapter.ts'
import { adapters } from '../providers/adapters.ts'
import { contextOf } from './charge.call.ts'
import { lookUpCharge } from './charge.task.ts'
import { lookAgain } from './look-again.ts'
import { paymentOf, recordCharge, recordDispute } from './record.ts'

export const lookUpCall = builder.externalCall(lookUpCharge, {
  prepare: async ({ payload: { provider_id, payment_id, reference } }, { payments, providers }) => {
    const [provider, payment] = await Promise.all([
      providers.find(provider_id),
      payment_id ? payments.find(payment_id) : null,
    ])
    return provider && payment?.status !== 'succeeded' ? { provider, reference } : null
  },

  call: async (found, outside): Promise<ChargeNotice | null> => {
    if (!found) return null
    const { provider, reference } = found
    return (await adapters[provider.kind].lookUp?.(reference, contextOf(provider, outside))) ?? null
  },

  finish: async ({ payload, outcome, ...at }, stores) => {
    const { provider_id, dispute } = payload
    const payment = outcome && (await paymentOf(outcome, { id: provider_id }, stores))
    if (!payment) return
    const recorded = await recordCharge(at, stores, payment, outcome.outcome)
    if (dispute) recordDispute(at, stores, recorded, dispute)
    else if (outcome.outcome.status === 'pending' && recorded.status !== 'succeeded') lookAgain(at, payload)
  },
})
