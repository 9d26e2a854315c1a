// Closes the page of a provider on which a person could pay what was paid otherwise meanwhile, or is not wanted any more.
import { builder } from '../../builder.ts'
import { dueOf } from '../../objects/balance.ts'
import type { ChargeNotice } from '../providers/adapter/adapter.ts'
import { adapters } from '../providers/adapters.ts'
import { contextOf } from './charge.run.ts'
import { closePage } from './charge.task.ts'
import { recordCharge } from './record.ts'

export const closePageCall = builder.externalCall(closePage, {
  prepare: async ({ payload: { payment_id, order_id } }, { payments, orders, providers }) => {
    const [payment, order] = await Promise.all([payments.get(payment_id), orders.get(order_id)])
    const { status, redirect_url, provider_reference: reference, provider_id, amount } = payment
    // Paid there, on its way, or due again by now.
    if (status === 'succeeded' || reference === null) return null
    if (status === 'pending' && redirect_url === null) return null
    if (dueOf(order) >= amount) return null
    const provider = provider_id && (await providers.find(provider_id))
    return provider ? { reference, provider } : null
  },

  call: async (page, outside): Promise<ChargeNotice | null> => {
    if (!page) return null
    const { reference, provider } = page
    return (await adapters[provider.kind].closePage?.(reference, contextOf(provider, outside))) ?? null
  },

  finish: async ({ payload, outcome: notice, ...ctx }, stores) => {
    if (notice?.payment_id !== payload.payment_id) return
    await recordCharge(ctx, stores, await stores.payments.get(payload.payment_id), notice.outcome)
  },
})
