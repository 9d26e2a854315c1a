// The events of Stripe Billing. The contract names them, so that nothing here needs Stripe's library.
import type { default as Stripe } from 'stripe'

/** The events that tell a change of a subscription. */
export const planEvents = [
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
] as const

/** The id of an object, which may be expanded. */
export const idOf = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)
/** The id of the subscription that an event is about; null for an invoice of something else. */
export function planOfEvent(object: object): string | null {
  const { object: kind, id } = object as { object?: string; id?: string }
  if (kind === 'subscription') return id ?? null
  const { parent, subscription } = object as Stripe.Invoice & {
    subscription?: string | { id: string } | null
  }
  // Endpoints with a version of Stripe's API before 2025-03-31 have it in the invoice itself.
  return idOf(parent?.subscription_details?.subscription ?? subscription)
}
