// Asks a provider about a charge whose callback has not arrived, or that a callback names by an unknown reference.
import { builder } from '../builder.ts'
import type { ChargeNotice } from '../providers/adapter.ts'
import { adapters } from '../providers/adapters.ts'
import { contextOf } from './charge.call.ts'
import { lookUpCharge } from './charge.task.ts'
import { paymentOf, recordCharge, recordDispute } from './record.ts'

export const lookUpCall = builder.externalCall(lookUpCharge, {
  prepare: async ({ payload: { provider_id, reference } }, { providers }) => {
    const provider = await providers.find(provider_id)
    return provider && { provider, reference }
  },

  call: async (found, outside): Promise<ChargeNotice | null> => {
    if (!found) return null
    const { provider, reference } = found
    return (await adapters[provider.kind].lookUp?.(reference, contextOf(provider, outside))) ?? null
  },

  finish: async ({ payload: { provider_id, dispute }, outcome, ...at }, stores) => {
    const payment = outcome && (await paymentOf(outcome, { id: provider_id }, stores))
    if (!payment) return
    await recordCharge(at, stores, payment, outcome.outcome)
    if (dispute) await recordDispute(at, stores, payment, dispute)
  },
})
