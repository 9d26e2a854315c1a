// A payment of an order from a partner's link earns the partner a share, and a refund takes it back, unless it fails.
import { formatTime } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import type { Consequence } from '../../money/consequences/consequence.ts'
import type { PaymentRow } from '../../money/payments/payment.store.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import { availableAt, earnedOf, missingEntry } from './accrual.rules.ts'
import type { AccrualRow } from './accrual.store.ts'

export const partnerEarnings: Consequence<Stores> = {
  paid: async ({ order, payment }, { now }, stores) => {
    if (order.partner_id === null) return
    const [present, terms] = await Promise.all([
      stores.partnerAccruals.ofOrder(order.id),
      termsOf(order, payment, now, stores),
    ])
    if (terms) enter(order, present, { ...terms, payment_id: payment.id, refund_id: null }, stores)
  },

  planRefund: async ({ order, payment, amount }, stores) => {
    const deduction = await takenBack(order, payment.id, amount, stores)
    if (!deduction) return { accruals: [] }
    const { earned, entry } = deduction
    return {
      accruals: [{ accrual_id: earned.id, partner_id: earned.partner_id, amount: entry.amount }],
    }
  },

  refunded: async ({ order, payment, refund }, _, stores) => {
    const deduction = await takenBack(order, payment.id, 0, stores)
    if (!deduction) return
    const { school_id, id, version, created_at, updated_at, payout_id, ...from } = deduction.earned
    stores.partnerAccruals.enter({
      ...from,
      ...deduction.entry,
      payment_id: payment.id,
      refund_id: refund.id,
    })
  },

  reversed: async ({ order, payment, refund }, { now }, stores) => {
    if (order.partner_id === null) return
    const present = await stores.partnerAccruals.ofOrder(order.id)
    // A refund that took nothing back, because its share was less than a unit, has no terms of its own.
    const deduction = present.findLast(({ refund_id }) => refund_id === refund.id)
    const terms = deduction ?? (await termsOf(order, payment, now, stores))
    if (terms) enter(order, present, { ...terms, payment_id: payment.id, refund_id: refund.id }, stores)
  },
}

type Terms = Pick<AccrualRow, 'partner_id' | 'currency' | 'basis_points' | 'available_at'>

/** Enters what brings the entries of the order to what its partner has earned. */
function enter(
  order: OrderRow,
  present: readonly AccrualRow[],
  terms: Terms & Pick<AccrualRow, 'payment_id' | 'refund_id'>,
  { partnerAccruals }: Stores,
): void {
  const { partner_id, currency, available_at, payment_id, refund_id } = terms
  // The share of an order is that of its first entry, whatever its partner gets since.
  const basis_points = present[0]?.basis_points ?? terms.basis_points
  const entry = missingEntry(present, earnedOf(order, retainedOf(order), basis_points))
  if (!entry) return
  const from = { partner_id, order_id: order.id, payment_id, refund_id }
  partnerAccruals.enter({ ...from, ...entry, currency, basis_points, available_at })
}

/** Whom a payment earns a share, and which; null where nobody gets one. */
async function termsOf(
  order: OrderRow,
  payment: PaymentRow,
  now: string,
  { partners, settings }: Stores,
): Promise<Terms | null> {
  if (payment.test) return null
  const [partner, terms] = await Promise.all([partners.find(order.partner_id!), settings.get()])
  // A merge may have made the partner the buyer.
  if (!partner || partner.user_id === order.user_id) return null
  return {
    partner_id: partner.id,
    currency: payment.currency,
    basis_points: partner.basis_points,
    available_at: formatTime(availableAt(payment.paid_at ?? now, terms.partners.hold_days)),
  }
}

const retainedOf = ({ paid_amount, refunded_amount }: OrderRow) => paid_amount - refunded_amount

/** What a further refund takes back, and the entry that it concerns: that of the payment, if it has one. */
async function takenBack(order: OrderRow, paymentId: string, refund: number, { partnerAccruals }: Stores) {
  if (order.partner_id === null) return null
  const present = await partnerAccruals.ofOrder(order.id)
  const earned = earnedBy(present, paymentId)
  if (!earned) return null
  const entry = missingEntry(present, earnedOf(order, retainedOf(order) - refund, earned.basis_points))
  return entry?.kind === 'taken_back' ? { earned, entry } : null
}

function earnedBy(present: readonly AccrualRow[], paymentId: string): AccrualRow | undefined {
  const all = present.filter(({ kind }) => kind === 'earned')
  return all.find(({ payment_id }) => payment_id === paymentId) ?? all.at(-1)
}
