// Issues receipts, one after the other within a school: the fiscal service registers a receipt first, where there is one,
// and then it gets its number. The receipt is registered under its id, so that one which is sent again, by the task or by
// hand, is registered once.
import type { Id } from '@lms/contract'
import type { OutsideRuntime } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { adapters } from '../providers/adapters.ts'
import type { FiscalContact, FiscalOutcome } from '../providers/fiscal.ts'
import { offeredFor } from '../providers/provider.rules.ts'
import type { ProviderRow } from '../providers/provider.store.ts'
import { openedSecrets } from '../providers/sealed.ts'
import { issueReceipt } from './issue.task.ts'
import type { Receipt } from './receipt.contract.ts'
import type { ReceiptRow } from './receipt.store.ts'

const noAnswer = { class: 'unavailable', message: 'The receipt was not issued within its tries.' } as const

type Registered = { provider_id: ProviderRow['id']; outcome: FiscalOutcome } | null

export const issueReceiptCall = builder.externalCall(issueReceipt, {
  prepare: async ({ payload }, stores) => {
    const receipt = await stores.receipts.get(payload.receipt_id)
    if (receipt.status === 'issued') return null
    await refuseBeforeOriginal(receipt, stores)
    const provider = await fiscalProviderOf(receipt, stores)
    return provider && { receipt, provider }
  },

  call: async (request, { key: _, school, requestId, ...outside }): Promise<Registered> => {
    if (!request) return null
    const { receipt, provider } = request
    const contact = await contactOf(receipt.user_id, { school, requestId }, outside.runtime)
    const outcome = await adapters[provider.kind].fiscal!.issue(
      { ...receipt, receipt_id: receipt.id, contact },
      {
        secrets: openedSecrets(provider, outside.runtime.vault),
        key: receipt.id,
        signal: outside.signal,
        settings: outside.runtime.config.settings,
        now: outside.runtime.clock.now(),
      },
    )
    return { provider_id: provider.id, outcome }
  },

  finish: async ({ payload, outcome: registered, now }, stores) => {
    const { receipts, settings } = stores
    const receipt = await receipts.lock(payload.receipt_id)
    if (receipt.status === 'issued') return
    const { provider_id = null, outcome } = registered ?? {}
    if (outcome?.status === 'failed') return refused(receipt, provider_id, outcome.message, stores)
    const [{ receipts: given }, next] = await Promise.all([settings.get(), receipts.nextNumber(now)])
    const fiscal = outcome?.fiscal ?? null
    receipts.move(receipt, 'issue', { ...next, provider_id, fiscal, seller: given.seller, failure: null })
  },

  failed: async ({ payload }, { receipts }) => {
    const receipt = await receipts.lock(payload.receipt_id)
    if (receipt.status === 'pending') receipts.move(receipt, 'fail', { failure: noAnswer })
  },
})

/** A refund or correction is numbered after the receipt that it refers to. */
async function refuseBeforeOriginal({ original_id }: Receipt, { receipts }: Stores): Promise<void> {
  if (!original_id) return
  const { status } = await receipts.get(original_id)
  if (status !== 'issued')
    throw new Error(`The receipt ${original_id}, to which it refers, is not issued yet.`)
}

/** The connection of the payment, or else the first one for its currency that registers receipts; null for none. */
async function fiscalProviderOf(
  { payment_id, currency }: Receipt,
  { payments, providers }: Stores,
): Promise<ProviderRow | null> {
  const [payment, all] = await Promise.all([payments.get(payment_id), providers.all()])
  const own = all.filter(({ id }) => id === payment.provider_id)
  const registering = [...own, ...offeredFor(currency, all)].filter(({ kind }) => adapters[kind].fiscal)
  return registering[0] ?? null
}

/** Where the fiscal service sends the receipt; null for a person who is gone. */
async function contactOf(
  userId: Id<'usr'>,
  scope: { school: string; requestId: string },
  runtime: OutsideRuntime,
): Promise<FiscalContact | null> {
  const { users } = await runtime
    .sibling('users', { people }, scope)
    .people.batch({ body: { ids: [userId] } })
  const [user] = users
  return user ? { email: user.email, phone: user.phone } : null
}

function refused(
  receipt: ReceiptRow,
  provider_id: ProviderRow['id'] | null,
  message: string,
  { receipts }: Stores,
): void {
  const failure = { class: 'refused' as const, message: message.slice(0, 500) }
  if (receipt.status === 'pending') receipts.move(receipt, 'fail', { provider_id, failure })
  else receipts.save(receipt, { provider_id, failure })
}
