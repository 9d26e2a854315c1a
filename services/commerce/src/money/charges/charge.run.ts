// The call that charges. `prepare` reads, `call` asks the provider under the call's own key, `finish` records. A crash
// between any two of them repeats the call under the same key, and the provider gives its first answer.
import type { Id } from '@lms/contract'
import type { Outside, Work } from '@lms/service-host'
import { enqueue } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { dueOf } from '../../objects/balance.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import type {
  ChargeOutcome,
  ChargeSource,
  RefundOutcome,
  SetUpOutcome,
} from '../providers/adapter/adapter.ts'
import { adapters } from '../providers/adapters.ts'
import type { ProviderRow } from '../providers/provider.store.ts'
import { openedReference, openedSecrets } from '../providers/sealed-secrets.ts'
import type { Charge } from './charge.contract.ts'
import { chargePayment, lookUpCharge, sendOwnCallback } from './charge.task.ts'
import { recordCharge } from './record.ts'
import { lookAgain } from './schedule-look-up.ts'

const unowed = {
  class: 'other',
  message: 'The order was closed or paid otherwise before this charge was made.',
} as const
const unavailableFailure = {
  class: 'unavailable',
  message: 'The provider has not answered for hours.',
} as const

export const chargeCall = builder.externalCall(chargePayment, {
  prepare: async ({ payload }, { payments, providers, paymentMethods, orders }) => {
    const [payment, order] = await Promise.all([
      payments.get(payload.payment_id),
      orders.get(payload.order_id),
    ])
    // A callback came before the answer.
    if (payment.status !== 'pending') return null
    const [provider, method] = await Promise.all([
      providers.get(payment.provider_id!),
      payment.payment_method_id ? paymentMethods.find(payment.payment_method_id) : null,
    ])
    return { payload, payment, provider, method, order }
  },

  call: async (request, outside): Promise<ChargeOutcome | null> => {
    if (!request) return null
    const { payload, payment, provider, method, order } = request
    // A charge may wait for hours. If an earlier try was carried out all the same, its callback makes the payment succeed.
    if (dueOf(order) < payment.amount) return { status: 'failed', reference: null, failure: unowed }
    const { id, amount, currency, payment_method_id } = payment
    if (payment_method_id !== null && !method?.sealed)
      return {
        status: 'failed',
        reference: null,
        failure: { class: 'other', message: 'The saved card is gone.' },
      }
    const { choice, return_url, done_url, save } = payload
    const source: ChargeSource = method
      ? { kind: 'saved', reference: openedReference(method, outside.runtime.vault) }
      : { kind: 'page', choice, return_url, done_url, save }
    const providerRequest = { payment_id: id, amount, currency, description: `Order ${order.number}`, source }
    return adapters[provider.kind].charge(providerRequest, contextOf(provider, outside))
  },

  finish: async ({ payload, outcome, ...ctx }, stores): Promise<Charge> => {
    const storedPayment = await stores.payments.get(payload.payment_id)
    if (!outcome) return chargeOf(storedPayment)
    const payment = await recordCharge(ctx, stores, storedPayment, outcome)
    const provider = await stores.providers.get(storedPayment.provider_id!)
    sendFollowing(ctx, provider, outcome, { payment_id: storedPayment.id })
    if (payment.status === 'pending' && outcome.reference && adapters[provider.kind].lookUp)
      lookAgain(ctx, lookUpCharge, {
        provider_id: provider.id,
        payment_id: payment.id,
        reference: outcome.reference,
        dispute: null,
        amount: null,
        refund: null,
        look: 0,
      })
    return chargeOf(payment)
  },

  pending: async ({ payload }, { payments }) => chargeOf(await payments.get(payload.payment_id)),

  // If the provider has charged all the same, its callback makes the payment succeed.
  failed: async ({ payload, ...ctx }, stores) => {
    const storedPayment = await stores.payments.get(payload.payment_id)
    await recordCharge(ctx, stores, storedPayment, {
      status: 'failed',
      reference: null,
      failure: unavailableFailure,
    })
  },
})

const chargeOf = ({ id, status, redirect_url, failure }: PaymentRow): Charge => ({
  id,
  status,
  redirect_url,
  failure,
})

/** The context of a call to a provider. */
export const contextOf = (
  provider: ProviderRow,
  {
    key,
    signal,
    runtime,
  }: { key: string; signal: AbortSignal; runtime: Pick<Outside['runtime'], 'vault' | 'config'> },
) => ({
  secrets: openedSecrets(provider, runtime.vault),
  key,
  signal,
  settings: runtime.config.settings,
})

/** Enqueues the callbacks of a sandbox that follow an outcome. */
export function sendFollowing(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { id, kind }: Pick<ProviderRow, 'id' | 'kind'>,
  outcome: ChargeOutcome | RefundOutcome | SetUpOutcome,
  about: { payment_id?: Id<'pay'>; refund_id?: Id<'ref'>; setup_id?: Id<'cst'> },
): void {
  const { payment_id = null, refund_id = null, setup_id = null } = about
  const now = runtime.clock.now().getTime()
  for (const { afterSeconds, event } of adapters[kind].sandbox?.follows(outcome) ?? []) {
    const at = new Date(now + afterSeconds * 1000)
    enqueue(work, sendOwnCallback, { provider_id: id, event, payment_id, refund_id, setup_id }, { at })
  }
}
