// Receipts of payments and refunds, in the transaction of the money.
import { newId } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { Consequence } from '../consequences/consequence.ts'
import { issueReceipt } from './issue.task.ts'
import {
  hasReceipt,
  originalOf,
  receiptOfPayment,
  receiptOfRefund,
  receiptOfReversal,
} from './receipt.rules.ts'

export const receiptConsequence: Consequence<Stores> = {
  paid: async ({ order, before, payment }, { now, work }, { receipts, settings }) => {
    if (!hasReceipt(payment) || !(await settings.get()).receipts.enabled) return
    const earlier = before.paid_amount > 0 ? await receipts.keptOfOrder(order.id) : []
    const receipt = receipts.insert(receiptOfPayment(newId('rcp'), { order, payment, earlier }, now))
    enqueue(work, issueReceipt, { receipt_id: receipt.id }, { key: receipt.id })
  },

  // Whatever the settings are by now: money that came with a receipt leaves with one.
  planRefund: async ({ payment, amount }, { receipts }) => {
    if (!hasReceipt(payment) || amount === 0) return {}
    const original = originalOf(await receipts.ofPayment(payment.id))
    return { receipt: original ? { amount } : null }
  },

  refunded: async ({ payment, refund }, { now, work }, { receipts }) => {
    if (!refund.consequences.receipt) return
    const ofPayment = await receipts.ofPayment(payment.id)
    const receipt = receipts.insert(receiptOfRefund(newId('rcp'), refund, ofPayment, now))
    enqueue(work, issueReceipt, { receipt_id: receipt.id }, { key: receipt.id })
  },

  reversed: async ({ payment, refund }, { now, work }, { receipts }) => {
    if (!refund.consequences.receipt) return
    const ofPayment = await receipts.ofPayment(payment.id)
    const ofRefund = ofPayment.find(({ kind, refund_id }) => kind === 'refund' && refund_id === refund.id)
    if (!ofRefund) return
    const receipt = receipts.insert(receiptOfReversal(newId('rcp'), ofRefund, now))
    enqueue(work, issueReceipt, { receipt_id: receipt.id }, { key: receipt.id })
  },
}
