// What Stripe reports of cards that are saved without a charge.
import type { default as Stripe } from 'stripe'
import type { SetUpNotice } from '../adapter/adapter.ts'
import { cardOf } from './stripe.rules.ts'
import { failureOf } from './stripe-failures.ts'

/** The event names the card by its id alone: the rest is looked up. */
export function setUpSucceeded({ id, metadata }: Stripe.SetupIntent): SetUpNotice[] {
  const setup_id = metadata?.setup_id
  return setup_id ? [{ of: 'setup', setup_id, reference: id, outcome: null }] : []
}

export function setUpFailed({ id, metadata, last_setup_error }: Stripe.SetupIntent): SetUpNotice[] {
  const setup_id = metadata?.setup_id
  if (!setup_id) return []
  const { code, decline_code, message } = last_setup_error ?? {}
  const failure = failureOf({
    type: 'StripeCardError',
    ...(code && { code }),
    ...(decline_code && { decline_code }),
    ...(message && { message }),
  })
  return [{ of: 'setup', setup_id, reference: id, outcome: { status: 'failed', reference: id, failure } }]
}

/** The outcome of a card that was looked up, with its payment method; null if it is not of this service. */
export function noticeOfSetUp(intent: Stripe.SetupIntent): SetUpNotice | null {
  const { id: reference, status, metadata, customer, payment_method, last_setup_error } = intent
  const setup_id = metadata?.setup_id
  if (!setup_id) return null
  const owner = typeof customer === 'string' ? customer : customer?.id
  const card = typeof payment_method === 'object' ? payment_method?.card : null
  if (status === 'succeeded' && owner && card) {
    const saved = cardOf(owner, (payment_method as Stripe.PaymentMethod).id, card)
    return { of: 'setup', setup_id, reference, outcome: { status: 'succeeded', reference, saved } }
  }
  if (last_setup_error || status === 'canceled') return setUpFailed(intent)[0] ?? null
  return { of: 'setup', setup_id, reference, outcome: { status: 'pending', reference, redirect_url: null } }
}
