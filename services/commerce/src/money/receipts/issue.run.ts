// Issues receipts, one after the other within a school: the fiscal service registers a receipt first, where there is one,
// and then it gets its number, the present seller and the present language of the school. The receipt is registered under
// its id, so that one which is sent again, by the task or by hand, is registered once.
import type { Id } from '@lms/contract'
import { enqueue, type OutsideRuntime } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { people } from '@lms/users/contract'
import { builder, type Stores } from '../../builder.ts'
import type { Receipt } from '../../objects/receipt.object.ts'
import type { SchoolMode } from '../../settings/commerce-settings.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import type { FiscalContact, FiscalOutcome } from '../providers/adapter/fiscal.ts'
import { adapters } from '../providers/adapters.ts'
import { offeredFor } from '../providers/provider.rules.ts'
import type { ProviderRow } from '../providers/provider.store.ts'
import { openedSecrets } from '../providers/sealed-secrets.ts'
import { issueReceipt } from './issue.task.ts'
import type { ReceiptRow } from './receipt.store.ts'

const noAnswer = { class: 'unavailable', message: 'The receipt was not issued within its tries.' } as const

/** The school's language, and what the fiscal service has answered. */
interface Outside {
  language: string
  registered: { provider_id: ProviderRow['id']; outcome: FiscalOutcome } | null
}

export const issueReceiptCall = builder.externalCall(issueReceipt, {
  prepare: async ({ payload: { receipt_id } }, { payments, providers, receipts, settings }) => {
    const [receipt, original, payment, all, { sales }] = await Promise.all([
      receipts.get(receipt_id),
      receipts.originalOf(receipt_id),
      payments.ofReceipt(receipt_id),
      providers.all(),
      settings.get(),
    ])
    if (receipt.status === 'issued') return null
    refuseBefore(original)
    const provider = fiscalProviderOf(payment, sales.mode, all)
    return { receipt, provider }
  },

  call: async (request, { key: _, school, requestId, ...outside }): Promise<Outside | null> => {
    if (!request) return null
    const { receipt, provider } = request
    const language = await languageOf(school, requestId, outside.runtime)
    if (!provider) return { language, registered: null }
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
    return { language, registered: { provider_id: provider.id, outcome } }
  },

  finish: async ({ payload, outcome: outside, now, work }, stores) => {
    if (!outside) return
    const { receipts, settings, school } = stores
    const { receipt_id } = payload
    const { language, registered } = outside
    const { provider_id = null, outcome } = registered ?? {}
    if (outcome?.status === 'failed')
      return refused(await receipts.lock(receipt_id), provider_id, outcome.message, stores)
    const [receipt, next, waiting, { receipts: receiptSettings }, { country }] = await Promise.all([
      receipts.lock(receipt_id),
      receipts.nextNumber(receipt_id, now),
      receipts.waitingFor(receipt_id),
      settings.get(),
      school.get(),
    ])
    if (!next) return
    const fiscal = outcome?.fiscal ?? null
    const seller = { ...receiptSettings.seller, country: receiptSettings.seller.country ?? country }
    const issued = { ...next, provider_id, fiscal, seller, language, failure: null }
    receipts.move(receipt, 'issue', issued)
    for (const { id } of waiting) enqueue(work, issueReceipt, { receipt_id: id }, { key: id })
  },

  failed: async ({ payload }, { receipts }) => {
    const receipt = await receipts.lock(payload.receipt_id)
    if (receipt.status === 'pending') receipts.move(receipt, 'fail', { failure: noAnswer })
  },
})

/** A refund or correction is numbered after the receipt that it refers to. */
function refuseBefore(original: Receipt | null): void {
  if (original && original.status !== 'issued')
    throw new Error(`The receipt ${original.id}, to which it refers, is not issued yet.`)
}

/** The connection of the payment, or else the first one for its currency that registers receipts; null for none. */
function fiscalProviderOf(
  { provider_id, currency }: Pick<PaymentRow, 'provider_id' | 'currency'>,
  mode: SchoolMode,
  all: readonly ProviderRow[],
): ProviderRow | null {
  const own = all.filter(({ id }) => id === provider_id)
  const registering = [...own, ...offeredFor(currency, mode, all)].filter(({ kind }) => adapters[kind].fiscal)
  return registering[0] ?? null
}

/** The language of the pages of a school. */
async function languageOf(school: string, requestId: string, runtime: OutsideRuntime): Promise<string> {
  const { schools } = await runtime
    .client('site', { registry }, { school: null, requestId })
    .registry.batch({ body: { ids: [school as Id<'sch'>] } })
  return schools[0]?.language ?? 'en'
}

/** Where the fiscal service sends the receipt; null for a person who is gone. */
async function contactOf(
  userId: Id<'usr'>,
  scope: { school: string; requestId: string },
  runtime: OutsideRuntime,
): Promise<FiscalContact | null> {
  const { users } = await runtime.client('users', { people }, scope).people.batch({ body: { ids: [userId] } })
  const [user] = users
  return user ? { email: user.email, phone: user.phone } : null
}

/** The words of the fiscal service, unless the receipt was issued meanwhile. */
function refused(
  receipt: ReceiptRow,
  provider_id: ProviderRow['id'] | null,
  message: string,
  { receipts }: Stores,
): void {
  if (receipt.status === 'issued') return
  const failure = { class: 'refused' as const, message: message.slice(0, 500) }
  if (receipt.status === 'pending') receipts.move(receipt, 'fail', { provider_id, failure })
  else receipts.save(receipt, { provider_id, failure })
}
