import { common, isId, Refused } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import type { z } from 'zod'
import { builder, type Stores } from '../../builder.ts'
import { recordSetUpNotice } from '../card-setups/record-set-up.ts'
import { lookUpCharge, maxLooks, sendOwnCallback } from '../charges/charge.task.ts'
import { recordDispute } from '../charges/dispute.ts'
import { recordProviderRefund } from '../charges/provider-refunds.ts'
import { paymentOf, recordCharge, recordRefund } from '../charges/record.ts'
import { ForgedCallback, type Notice } from '../providers/adapter/adapter.ts'
import { adapters } from '../providers/adapters.ts'
import type { ProviderRow } from '../providers/provider.store.ts'
import { openedSecrets } from '../providers/sealed-secrets.ts'
import { callbackRefusals, paymentCallbacks } from './callback.contract.ts'
import { plainNotice, takeNotice } from './callback-notice.ts'

export const callbackHandlers = builder.implement(paymentCallbacks, {
  take: async ({ path, body, work, runtime }, { providers }) => {
    const provider = await providers.get(path.id)
    const { headers } = body
    const notices = await noticesOf(provider, { body: Buffer.from(body.body, 'base64'), headers }, runtime)
    for (const notice of notices)
      enqueue(work, takeNotice, { provider_id: provider.id, notice: plainNotice(notice) })
    return { taken: true as const }
  },
})

/** What a callback reports, once its signature is checked. Inactive connections take callbacks, too. */
async function noticesOf(
  provider: ProviderRow,
  request: { body: Buffer; headers: Readonly<Record<string, string>> },
  { vault, clock }: Pick<Work['runtime'], 'vault' | 'clock'>,
): Promise<readonly Notice[]> {
  const { readCallback } = adapters[provider.kind]
  if (!readCallback) throw new Refused(common.not_found)
  try {
    return await readCallback({ ...request, secrets: openedSecrets(provider, vault), now: clock.now() })
  } catch (error) {
    if (error instanceof ForgedCallback) throw new Refused(callbackRefusals.callback_forged)
    throw error
  }
}

export const takeNoticeTask = builder.task(takeNotice, async ({ payload, ...ctx }, stores) => {
  const provider = await stores.providers.find(payload.provider_id)
  if (!provider) return
  await record(ctx, stores, provider, payload.notice)
})

/** The callbacks of a sandbox take the way of all others: signed, checked, read. */
export const sendOwnCallbackTask = builder.task(sendOwnCallback, async ({ payload, ...ctx }, stores) => {
  const { provider_id, ...about } = payload
  const [provider, subject] = await Promise.all([
    stores.providers.find(provider_id),
    payload.setup_id ? stores.cardSetups.find(payload.setup_id) : stores.payments.find(payload.payment_id!),
  ])
  if (!provider || !subject) return
  const secrets = openedSecrets(provider, ctx.runtime.vault)
  const reference = subject.provider_reference ?? 'none'
  const now = ctx.runtime.clock.now()
  const sent = adapters[provider.kind].sandbox!.callback({ ...about, reference, secrets, now })
  for (const notice of await noticesOf(provider, sent, ctx.runtime))
    await record(ctx, stores, provider, notice)
})

/** Records one notice. A notice about a payment of another connection, or of none, changes nothing. */
async function record(
  ctx: Work,
  stores: Stores,
  provider: Pick<ProviderRow, 'id' | 'kind'>,
  notice: Notice,
): Promise<void> {
  if (notice.of === 'plan')
    return stores.consequences.afterPlanChange(
      { provider_id: provider.id, reference: notice.reference },
      ctx,
      stores,
    )
  if (notice.of === 'setup') return recordSetUpNotice(ctx, stores, provider, notice)
  if (notice.of === 'refund' && notice.made_there) {
    const { payment_id, payment_reference, amount } = notice.made_there
    const { outcome, reference } = notice
    if (outcome.status === 'pending') return
    const failure = outcome.status === 'failed' ? outcome.failure : null
    const refundFields = { reference, amount }
    const about = { payment_id, reference: payment_reference }
    const payment = await paymentOf(about, provider, stores)
    if (payment) await recordProviderRefund(ctx, stores, payment, { ...refundFields, failure })
    else if (!failure) lookUpUnknown(ctx, provider, { ...about, refund: refundFields })
    return
  }
  if (notice.of === 'refund') {
    const { refund_id, outcome } = notice
    const refund = refund_id && isId('ref', refund_id) ? await stores.refunds.find(refund_id) : null
    const payment = refund && (await stores.payments.find(refund.payment_id))
    if (refund && payment?.provider_id === provider.id) await recordRefund(ctx, stores, refund, outcome)
    return
  }
  const payment = await paymentOf(notice, provider, stores)
  if (payment && notice.of === 'charge') await recordCharge(ctx, stores, payment, notice.outcome)
  else if (payment && notice.of === 'dispute') await recordDispute(ctx, stores, payment, notice)
  else if (notice.of === 'dispute' && notice.dispute !== 'withdrawn')
    lookUpUnknown(ctx, provider, { ...notice, dispute: notice.dispute })
}

type Look = z.infer<typeof lookUpCharge.payload>
/** A notice has any id, as its provider sent it. */
type Unknown = { payment_id: string | null; reference: string } & Partial<
  Pick<Look, 'dispute' | 'amount' | 'refund'>
>

/** The dispute or refund of a charge whose success has not arrived: the provider knows the payment. */
function lookUpUnknown(
  { work }: Pick<Work, 'work'>,
  { id, kind }: Pick<ProviderRow, 'id' | 'kind'>,
  { payment_id, reference, dispute = null, amount = null, refund = null }: Unknown,
): void {
  if (payment_id !== null || !adapters[kind].lookUp) return
  const about = { reference, dispute, amount, refund }
  enqueue(work, lookUpCharge, { provider_id: id, payment_id: null, ...about, look: maxLooks })
}
