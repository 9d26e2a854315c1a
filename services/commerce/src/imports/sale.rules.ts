// A row of a table as a past order: pure. Amounts become minor units of their currency.
import { hash } from 'node:crypto'
import type { ImportedSale } from '@lms/contract'
import { decimalsOf } from '@lms/contract/language'
import { maxAmount } from '../sales/pricing/pricing.ts'

/** An order that was paid in another program. */
export interface PastOrder {
  /** What it is recognized by when it comes again. */
  readonly key: string
  readonly number: string | null
  readonly amount: number
  readonly refunded_amount: number
  readonly currency: string
  readonly ordered_at: string
  readonly paid_at: string
  readonly refunded_at: string
}
export type Warn = (field: string, message: string) => void
type Fields = Omit<ImportedSale, 'row' | 'subscription'>

const paid =
  /^(paid|completed?|succeeded|success|captured|fulfilled|processing|active|оплачен|завершен|завершён)$/i
const refunded = /^(refunded|charge[ _-]?back|возврат|возвращен|возвращён)$/i
const partly = /^partial(ly)?[ _-]refund(ed)?$/i

/** The order of a row; null, with a warning, for one that is no history. */
export function pastOrderOf(sale: Fields, offerCurrency: string, now: string, warn: Warn): PastOrder | null {
  const status = sale.status ?? (sale.refunded_at !== null || sale.refunded_amount ? 'refunded' : 'paid')
  if (![paid, refunded, partly].some(pattern => pattern.test(status)))
    return none(warn, 'order_status', 'is neither paid nor refunded: the order is left out')
  if (sale.amount === null) return none(warn, 'order_amount', 'says nothing: the order is left out')
  const currency = (sale.currency ?? offerCurrency).trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency))
    return none(warn, 'order_currency', 'is no currency, as EUR: the order is left out')
  const paid_at = sale.paid_at ?? sale.ordered_at
  if (paid_at === null)
    return none(warn, 'order_paid_at', 'needs the day of the payment: the order is left out')
  if (paid_at > now) return none(warn, 'order_paid_at', 'is in the future: the order is left out')
  const amount = minor(sale.amount, currency)
  if (amount > maxAmount) return none(warn, 'order_amount', 'is too large: the order is left out')
  const ordered_at = sale.ordered_at !== null && sale.ordered_at < paid_at ? sale.ordered_at : paid_at
  return {
    key: keyOf(sale, { amount, currency, paid_at }),
    ...{ number: sale.number, amount, currency, ordered_at, paid_at },
    refunded_amount: refundOf({ ...sale, status }, { amount, currency }, warn),
    refunded_at: refundTime(sale, paid_at, now),
  }
}

function none(warn: Warn, field: string, message: string): null {
  warn(field, message)
  return null
}

const minor = (amount: number, currency: string) => Math.round(amount * 10 ** decimalsOf(currency))

/** How much was returned: what the row says, else all of an order that is refunded. */
function refundOf(
  { status, refunded_amount }: { status: string; refunded_amount: number | null },
  { amount, currency }: Pick<PastOrder, 'amount' | 'currency'>,
  warn: Warn,
): number {
  if (paid.test(status) && !refunded_amount) return 0
  if (refunded_amount === null) {
    if (refunded.test(status)) return amount
    warn('order_refunded_amount', 'must say how much was returned: the order is taken as paid')
    return 0
  }
  const returned = minor(refunded_amount, currency)
  if (returned > amount) warn('order_refunded_amount', 'is more than was paid: all of it is returned')
  return Math.min(amount, returned)
}

const refundTime = ({ refunded_at }: Fields, paid_at: string, now: string) =>
  refunded_at !== null && refunded_at >= paid_at && refunded_at <= now ? refunded_at : paid_at

/** By its number and offer; without a number by the person, the time and the amount. */
function keyOf(
  { offer_id, user_id, number }: Fields,
  { amount, currency, paid_at }: Pick<PastOrder, 'amount' | 'currency' | 'paid_at'>,
): string {
  const own = number === null ? ['', user_id, paid_at, amount, currency] : [number]
  return hash('sha256', [offer_id, ...own].join('\n'))
}
