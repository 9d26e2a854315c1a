// What Stripe's events report. The charge is told by `charge.succeeded`, because it alone names the card; a Checkout page
// may have failed attempts before.
import type { default as Stripe } from 'stripe'
import type { ChargeNotice, Notice, SetUpNotice } from '../adapter/adapter.ts'
import { cardOf, ownAmount } from './stripe.rules.ts'
import { failureOf } from './stripe-failures.ts'
import { idOf, planEvents, planOfEvent } from './stripe-plan-events.ts'
import { setUpFailed, setUpSucceeded } from './stripe-setups.ts'

/** The events that an endpoint at Stripe is to send. */
export const stripeEvents = [
  'charge.succeeded',
  'payment_intent.payment_failed',
  'checkout.session.expired',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  ...planEvents,
] as const

/** The notices of an event whose signature was checked. */
export function noticesOf({ type, data }: Pick<Stripe.Event, 'type' | 'data'>): Notice[] {
  switch (type) {
    case 'charge.succeeded':
      return succeeded(data.object as Stripe.Charge)
    case 'payment_intent.payment_failed':
      return failed(data.object as Stripe.PaymentIntent)
    case 'checkout.session.expired':
      return expired(data.object as Stripe.Checkout.Session)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_reinstated':
      return disputed(data.object as Stripe.Dispute)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refunded(data.object as Stripe.Refund)
    case 'setup_intent.succeeded':
      return setUpSucceeded(data.object as Stripe.SetupIntent)
    case 'setup_intent.setup_failed':
      return setUpFailed(data.object as Stripe.SetupIntent)
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const reference = planOfEvent(data.object)
      return reference ? [{ of: 'plan', reference }] : []
    }
    default:
      return []
  }
}

function succeeded({
  metadata,
  payment_intent,
  payment_method,
  payment_method_details,
  customer,
}: Stripe.Charge): Notice[] {
  const reference = idOf(payment_intent)
  const { payment_id, save } = metadata
  // A charge of another program on the same account.
  if (!payment_id || !reference) return []
  const card = payment_method_details?.card
  const owner = idOf(customer)
  const saved = save && owner && payment_method && card ? cardOf(owner, payment_method, card) : null
  return [
    {
      of: 'charge',
      payment_id,
      reference,
      outcome: { status: 'succeeded', reference, fee_amount: null, saved },
    },
  ]
}

/** The outcome of a charge that was looked up, with its latest charge; null if it is not of this service. */
export function noticeOf(intent: Stripe.PaymentIntent): ChargeNotice | null {
  const { id: reference, status, metadata, latest_charge, last_payment_error } = intent
  const { payment_id } = metadata
  if (!payment_id) return null
  if (status === 'succeeded' && typeof latest_charge === 'object' && latest_charge)
    return (succeeded(latest_charge)[0] as ChargeNotice | undefined) ?? null
  if (last_payment_error) return (failed(intent)[0] as ChargeNotice | undefined) ?? null
  return {
    of: 'charge',
    payment_id,
    reference,
    outcome: { status: 'pending', reference, redirect_url: null },
  }
}

/** The outcome of a Checkout page that is not complete; null if it is not of this service. `why` it has expired. */
export function noticeOfSession(
  session: Stripe.Checkout.Session,
  why?: string,
): ChargeNotice | SetUpNotice | null {
  if (session.status === 'expired') return expired(session, why)[0] ?? null
  const { id: reference, metadata, url } = session
  const outcome = { status: 'pending', reference, redirect_url: url } as const
  if (metadata?.setup_id) return { of: 'setup', setup_id: metadata.setup_id, reference, outcome }
  if (!metadata?.payment_id) return null
  return { of: 'charge', payment_id: metadata.payment_id, reference, outcome }
}

function failed({ id, metadata: { payment_id }, last_payment_error }: Stripe.PaymentIntent): Notice[] {
  if (!payment_id) return []
  const { code, decline_code, message } = last_payment_error ?? {}
  const failure = failureOf({
    type: 'StripeCardError',
    ...(code && { code }),
    ...(decline_code && { decline_code }),
    ...(message && { message }),
  })
  return [{ of: 'charge', payment_id, reference: id, outcome: { status: 'failed', reference: id, failure } }]
}

function expired(
  { id, metadata }: Stripe.Checkout.Session,
  why = 'The person did not pay on the page in time.',
): (ChargeNotice | SetUpNotice)[] {
  const { payment_id, setup_id } = metadata ?? {}
  if (setup_id) {
    const failure = {
      class: 'other',
      message: 'The person did not save a card on the page in time.',
    } as const
    return [{ of: 'setup', setup_id, reference: id, outcome: { status: 'failed', reference: id, failure } }]
  }
  if (!payment_id) return []
  const failure = { class: 'other', message: why } as const
  return [{ of: 'charge', payment_id, reference: id, outcome: { status: 'failed', reference: id, failure } }]
}

/**
 * An inquiry takes no money, and its payment can be refunded (docs.stripe.com/disputes/how-disputes-work): it is no dispute
 * until it becomes one, which `charge.dispute.updated` tells. Nor is a dispute that was prevented.
 */
const stateOf: Readonly<Record<string, Extract<Notice, { of: 'dispute' }>['dispute'] | null>> = {
  warning_needs_response: null,
  warning_under_review: null,
  warning_closed: 'withdrawn',
  prevented: null,
  won: 'won',
  lost: 'lost',
}

function disputed({ payment_intent, status, amount, currency }: Stripe.Dispute): Notice[] {
  const reference = idOf(payment_intent)
  const dispute = stateOf[status] === undefined ? 'open' : stateOf[status]
  if (!reference || !dispute) return []
  const part = amount > 0 ? ownAmount(amount, currency) : null
  return [{ of: 'dispute', payment_id: null, reference, dispute, amount: part }]
}

/** `charge.refunded` tells only the sum of all refunds of a charge, and not which of them are of this service. */
function refunded(refund: Stripe.Refund): Notice[] {
  const { id, metadata, status, payment_intent, amount, currency, failure_reason } = refund
  const refund_id = metadata?.refund_id ?? null
  const payment_reference = idOf(payment_intent)
  if (!refund_id && !payment_reference) return []
  const why = failure_reason ? `: ${failure_reason.replaceAll('_', ' ')}` : ''
  const failure = { class: 'other', message: `The bank refused the refund${why}.` } as const
  const outcome =
    status === 'failed' || status === 'canceled'
      ? ({ status: 'failed', reference: id, failure } as const)
      : ({ status: status === 'succeeded' ? 'succeeded' : 'pending', reference: id } as const)
  const made_there =
    refund_id || !payment_reference
      ? null
      : { payment_id: null, payment_reference, amount: ownAmount(amount, currency) }
  return [{ of: 'refund', refund_id, reference: id, outcome, made_there }]
}
