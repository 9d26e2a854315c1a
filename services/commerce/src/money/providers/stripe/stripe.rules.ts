// Pure rules of Stripe's API: amounts and saved cards.
import type { SavedMethod } from '../adapter/adapter.ts'

/** Without decimals in ISO 4217, but with two in Stripe's amounts (docs.stripe.com/currencies, "Special cases"). */
const hundredfold = new Set(['ISK', 'UGX'])
/** Three decimals, of which Stripe takes two. */
const inTens = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** An amount of minor units as Stripe counts it. */
export const stripeAmount = (amount: number, currency: string): number =>
  hundredfold.has(currency) ? amount * 100 : amount

/** An amount of Stripe's in the minor unit of the currency. */
export const ownAmount = (amount: number, currency: string): number =>
  hundredfold.has(currency.toUpperCase()) ? Math.round(amount / 100) : amount

/** Why Stripe cannot charge this amount; null if it can. */
export const stepProblem = ({ amount, currency }: { amount: number; currency: string }): string | null =>
  inTens.has(currency) && amount % 10 !== 0
    ? `Stripe takes amounts of ${currency} in steps of ten of its minor unit.`
    : null

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
