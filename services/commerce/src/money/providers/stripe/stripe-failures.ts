// Stripe's errors as classes of failure (docs.stripe.com/api/errors, docs.stripe.com/declines/codes).
import type { Failure } from '../../../objects/payment.object.ts'

interface StripeError {
  readonly type?: string
  readonly code?: string
  readonly decline_code?: string
  readonly statusCode?: number
  readonly message?: string
}

const classOf: Readonly<Record<string, Failure['class']>> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  card_velocity_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  authentication_required: 'authentication_required',
  approve_with_id: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_required',
  fraudulent: 'fraud',
  merchant_blacklist: 'fraud',
  lost_card: 'fraud',
  stolen_card: 'fraud',
  pickup_card: 'fraud',
  card_declined: 'declined',
  processing_error: 'other',
}

/** Whether Stripe may have acted: nothing answered, it is too busy, or at fault itself. The call is to be repeated. */
export function isUnknown(error: unknown): boolean {
  const { type, statusCode } = error as StripeError
  if (type === undefined || type === 'StripeConnectionError') return true
  return statusCode === undefined || statusCode === 409 || statusCode === 429 || statusCode >= 500
}

/** What Stripe refuses, as a failure of the payment. */
export function failureOf({ type, code, decline_code, message = '' }: StripeError): Failure {
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError')
    return {
      class: 'unavailable',
      message: 'Stripe refuses the credentials of this connection. Set its api_key again.',
    }
  const of = classOf[decline_code ?? ''] ?? classOf[code ?? '']
  const other = type === 'StripeCardError' ? 'declined' : 'other'
  return { class: of ?? other, message: message.slice(0, 500) }
}
