// Pure decisions about receipts: no clock, database or request.
import { type Id, type Moves, Refused, stampsAt } from '@lms/contract'
import { moneyOf } from '@lms/contract/language'
import type { Order } from '../../objects/order.object.ts'
import type { Payment } from '../../objects/payment.object.ts'
import { receiptLifecycle } from '../../objects/receipt.lifecycle.ts'
import { type Receipt, type ReceiptLine, receiptFailed, receiptIssued } from '../../objects/receipt.object.ts'
import type { Refund } from '../refund-model/refund.contract.ts'
import { countedOf } from '../refund-model/refund.rules.ts'
import { type NewLine, refusals } from './receipt.contract.ts'
import { correctedLines, linesOfOrder, partOfLines, sumOfLines, taxOfLines } from './receipt-lines.ts'

export const receiptMoves = {
  of: receiptLifecycle,
  emits: { issue: receiptIssued, fail: receiptFailed, retry: null },
  refuses: { issued: refusals.receipt_issued },
} satisfies Moves<Receipt['status']>

/**
 * Whether a payment has a receipt, if the school's receipts are enabled: one of 0 has none, and a certificate was money,
 * with a receipt of its own, when it was bought.
 */
export const hasReceipt = ({ amount, method }: Pick<Payment, 'amount' | 'method'>): boolean =>
  amount > 0 && method !== 'certificate'

type About = Pick<
  Receipt,
  'kind' | 'order_id' | 'order_number' | 'payment_id' | 'user_id' | 'currency' | 'test' | 'lines'
> &
  Partial<Pick<Receipt, 'refund_id' | 'original_id' | 'reason' | 'buyer'>>

const newReceipt = (id: Id<'rcp'>, about: About, now: string): Receipt => ({
  id,
  number: null,
  status: 'pending',
  refund_id: null,
  original_id: null,
  provider_id: null,
  amount: sumOfLines(about.lines),
  tax_amount: taxOfLines(about.lines),
  seller: null,
  buyer: null,
  reason: '',
  fiscal: null,
  language: null,
  failure: null,
  issued_at: null,
  ...about,
  ...stampsAt(now),
})

/** The receipt of a payment; `earlier` is what is left of the order's payments that have one, the oldest first. */
export function receiptOfPayment(
  id: Id<'rcp'>,
  { order, payment, earlier }: { order: Order; payment: Payment; earlier: readonly number[] },
  now: string,
): Receipt {
  const { order_id, user_id, currency, test } = payment
  const lines = partOfLines(linesOfOrder(order), earlier, payment.amount)
  const about = {
    order_id,
    order_number: order.number,
    payment_id: payment.id,
    user_id,
    currency,
    test,
    lines,
    buyer: order.company,
  }
  return newReceipt(id, { kind: 'payment', ...about }, now)
}

/** The receipt of a refund; `ofPayment` are all receipts of its payment, the oldest first. */
export function receiptOfRefund(
  id: Id<'rcp'>,
  refund: Refund,
  ofPayment: readonly Receipt[],
  now: string,
): Receipt {
  const original = originalOf(ofPayment)!
  const reversed = new Set(ofPayment.flatMap(each => (isReversal(each) ? each.refund_id : [])))
  const earlier = ofPayment
    .filter(({ kind, refund_id }) => kind === 'refund' && !reversed.has(refund_id))
    .map(({ amount }) => amount)
  const lines = partOfLines(presentLines(original, ofPayment), earlier, countedOf(refund))
  const about = { ...sameOf(original), refund_id: refund.id, original_id: original.id, lines }
  return newReceipt(id, { kind: 'refund', ...about }, now)
}

/** The receipt of the money of a refund that has failed after all: it takes the receipt of the refund back. */
export function receiptOfReversal(id: Id<'rcp'>, ofRefund: Receipt, now: string): Receipt {
  const { id: original_id, refund_id, lines } = ofRefund
  return newReceipt(id, { kind: 'payment', ...sameOf(ofRefund), refund_id, original_id, lines }, now)
}

const isReversal = ({ kind, refund_id }: Pick<Receipt, 'kind' | 'refund_id'>): boolean =>
  kind === 'payment' && refund_id !== null

export const originalOf = (ofPayment: readonly Receipt[]): Receipt | undefined =>
  ofPayment.find(({ kind }) => kind === 'payment')

/** The lines of a payment's receipt as its last correction has them. */
const presentLines = ({ lines }: Receipt, ofPayment: readonly Receipt[]): ReceiptLine[] =>
  ofPayment.findLast(({ kind, status }) => kind === 'correction' && status === 'issued')?.lines ?? lines

const sameOf = ({ order_id, order_number, payment_id, user_id, currency, test, buyer }: Receipt) => ({
  order_id,
  order_number,
  payment_id,
  user_id,
  currency,
  test,
  buyer,
})

export interface Correction {
  reason: string
  lines?: readonly NewLine[] | undefined
}

/** The correction of a payment's receipt; `ofPayment` are all receipts of the payment, the oldest first. */
export function correctionOf(
  id: Id<'rcp'>,
  original: Receipt,
  { ofPayment, reason, lines: sentLines }: Correction & { ofPayment: readonly Receipt[] },
  now: string,
): Receipt {
  if (original.kind !== 'payment' || isReversal(original)) throw new Refused(refusals.receipt_unknown)
  if (original.status === 'failed') throw new Refused(refusals.receipt_failed)
  if (ofPayment.some(({ kind, status }) => kind === 'correction' && status !== 'issued'))
    throw new Refused(refusals.correction_open)
  const lines = sentLines ? correctedLines(sentLines) : presentLines(original, ofPayment)
  refuseUnbalanced(original, sumOfLines(lines))
  const about = { ...sameOf(original), original_id: original.id, reason, lines }
  return newReceipt(id, { kind: 'correction', ...about }, now)
}

function refuseUnbalanced({ amount, currency }: Receipt, sum: number): void {
  if (sum === amount) return
  const money = (each: number) => moneyOf(each, currency, 'en', 'code')
  const message = `the sum is ${money(sum)}, the receipt has ${money(amount)}`
  throw new Refused(refusals.lines_unbalanced, undefined, { details: [{ path: 'body.lines', message }] })
}
