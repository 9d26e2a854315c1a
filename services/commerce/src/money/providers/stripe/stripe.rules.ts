// Pure rules of Stripe's API: amounts and saved cards.
import type { SavedMethod } from '../adapter/adapter.ts'

/** Without decimals in ISO 4217, but with two in Stripe's amounts (docs.stripe.com/currencies, "Special cases"). */
const hundredfold = new Set(['ISK', 'UGX'])
/** With two decimals in ISO 4217, and without any in Stripe's amounts ("Zero-decimal currencies"). */
const hundredth = new Set(['MGA'])
/** Three decimals, of which Stripe takes two. */
const inTens = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** An amount of minor units as Stripe counts it. */
export const stripeAmount = (amount: number, currency: string): number =>
  hundredfold.has(currency) ? amount * 100 : hundredth.has(currency) ? amount / 100 : amount

/** An amount of Stripe's in the minor unit of the currency. */
export function ownAmount(amount: number, stripeCurrency: string): number {
  const currency = stripeCurrency.toUpperCase()
  if (hundredth.has(currency)) return amount * 100
  return hundredfold.has(currency) ? Math.round(amount / 100) : amount
}

/** Why Stripe cannot charge or return this amount; null if it can. */
export function stepProblem({ amount, currency }: { amount: number; currency: string }): string | null {
  const step = inTens.has(currency) ? 10 : hundredth.has(currency) ? 100 : 1
  return amount % step === 0
    ? null
    : `Stripe takes amounts of ${currency} in steps of ${step} of its minor unit.`
}

/** The stored reference of a saved card: Stripe's customer and payment method. */
export const savedReference = (customer: string, method: string): string => `${customer} ${method}`

export function readSaved(reference: string): { customer: string; payment_method: string } {
  const [customer = '', payment_method = ''] = reference.split(' ')
  return { customer, payment_method }
}

/** A card as Stripe shows it in a charge. */
export interface StripeCard {
  readonly brand: string | null
  readonly last4: string | null
  readonly exp_month: number
  readonly exp_year: number
}

/** A saved card of a customer. */
export const cardOf = (customer: string, method: string, card: StripeCard): SavedMethod => ({
  reference: savedReference(customer, method),
  brand: card.brand ?? 'card',
  last4: card.last4 ?? '',
  expires: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
})
