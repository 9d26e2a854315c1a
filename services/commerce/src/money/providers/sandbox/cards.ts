// The cards of the `test` provider. The numbers are those of the card networks and of Stripe for tests: no bank has
// issued them. The card decides the outcome, so that each way of a payment can be tried.
import type { Failure } from '../../../objects/payment.object.ts'
import type { SavedMethod } from '../adapter/adapter.ts'

interface TestCard {
  readonly number: string
  readonly brand: string
  /** The outcome of the charge on the page. */
  readonly charge: 'succeeded' | 'pending' | Failure['class']
  /** The outcome of a later charge of the saved card; default: that of the page. */
  readonly again?: Failure['class']
  /** A dispute that follows. */
  readonly disputed?: true
  /** The outcome of its refunds; default: succeeded. */
  readonly refund?: 'pending' | 'failed'
}

export const testCards = {
  visa: { number: '4242424242424242', brand: 'visa', charge: 'succeeded' },
  mastercard: { number: '5555555555554444', brand: 'mastercard', charge: 'succeeded' },
  declined: { number: '4000000000000002', brand: 'visa', charge: 'declined' },
  'insufficient-funds': { number: '4000000000009995', brand: 'visa', charge: 'insufficient_funds' },
  expired: { number: '4000000000000069', brand: 'visa', charge: 'expired_card' },
  'needs-authentication': {
    number: '4000002500003155',
    brand: 'visa',
    charge: 'succeeded',
    again: 'authentication_required',
  },
  fraud: { number: '4100000000000019', brand: 'visa', charge: 'fraud' },
  'processing-error': { number: '4000000000000119', brand: 'visa', charge: 'other' },
  'fails-later': { number: '4000000000000341', brand: 'visa', charge: 'succeeded', again: 'declined' },
  'pending-then-succeeds': { number: '4000000000000077', brand: 'visa', charge: 'pending' },
  'pending-then-fails': { number: '4000000000000127', brand: 'visa', charge: 'pending' },
  disputed: { number: '4000000000000259', brand: 'visa', charge: 'succeeded', disputed: true },
  'refund-pending': { number: '4000000000007726', brand: 'visa', charge: 'succeeded', refund: 'pending' },
  'refund-fails': { number: '4000000000005126', brand: 'visa', charge: 'succeeded', refund: 'failed' },
} as const satisfies Record<string, TestCard>

export type CardName = keyof typeof testCards

const isCard = (name: string): name is CardName => Object.hasOwn(testCards, name)

/** The card of a name; null for another name. */
export const cardByName = (name: string | null): (TestCard & { name: CardName }) | null =>
  name !== null && isCard(name) ? { ...testCards[name], name } : null

/** The card of a number, with or without spaces and hyphens; null for a number that is no test card. */
export function cardNumbered(number: string): (TestCard & { name: CardName }) | null {
  const digits = number.replace(/[\s-]/g, '')
  const match = Object.entries(testCards).find(([, card]) => card.number === digits)
  return match ? cardByName(match[0]) : null
}

/** A card as it is saved; its reference is its name. */
export const savedOf = ({ name, brand, number }: TestCard & { name: CardName }): SavedMethod => ({
  reference: name,
  brand,
  last4: number.slice(-4),
  expires: null,
})
