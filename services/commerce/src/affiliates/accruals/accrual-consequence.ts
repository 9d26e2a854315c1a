// A payment of an order from a partner's link earns the partner a share, and a refund takes it back, unless it fails.
import { formatTime } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import type { Consequence } from '../../money/consequences/consequence.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import { availableAt, earnedOf, missingEntry } from './accrual.rules.ts'
import type { AccrualRow } from './accrual.store.ts'

export const partnerEarnings: Consequence<Stores> = {
  paid: async ({ order, payment }, { now }, stores) => {
    if (order.partner_id === null || payment.test) return
    const { partnerAccruals, partners, settings } = stores
    const [partner, present, terms] = await Promise.all([
      partners.find(order.partner_id),
      partnerAccruals.ofOrder(order.id),
      settings.get(),
    ])
    // A merge may have made the partner the buyer.
    if (!partner || partner.user_id === order.user_id) return
    const basis_points = present[0]?.basis_points ?? partner.basis_points
    const entry = missingEntry(present, earnedOf(order, retainedOf(order), basis_points))
    if (!entry) return
    const { id: payment_id, currency } = payment
    const available_at = formatTime(availableAt(payment.paid_at ?? now, terms.partners.hold_days))
    const from = { partner_id: partner.id, order_id: order.id, payment_id, refund_id: null }
    partnerAccruals.enter({ ...from, ...entry, currency, basis_points, available_at })
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

  reversed: async ({ order, payment, refund }, _, { partnerAccruals }) => {
    if (order.partner_id === null) return
    const present = await partnerAccruals.ofOrder(order.id)
    const deduction = present.findLast(({ refund_id }) => refund_id === refund.id)
    const entry =
      deduction && missingEntry(present, earnedOf(order, retainedOf(order), deduction.basis_points))
    if (!entry) return
    const { school_id, id, version, created_at, updated_at, payout_id, ...from } = deduction
    partnerAccruals.enter({ ...from, ...entry, payment_id: payment.id, refund_id: refund.id })
  },
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
