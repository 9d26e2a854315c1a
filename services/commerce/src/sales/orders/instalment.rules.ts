// Pure decisions about the parts in which an order is paid: no clock, database or request.
import { type RefusalDetail, Refused } from '@lms/contract'
import { sumOf } from '../../money/amounts/money.ts'
import { retainedOf } from '../../objects/balance.ts'
import type { Instalment, Order } from '../../objects/order.object.ts'
import { refuseUnlessOpen } from '../order-model/order.rules.ts'
import { type OrderInstalment, refusals } from './instalment.contract.ts'

type Scheduled = Pick<
  Order,
  'id' | 'status' | 'amount' | 'paid_amount' | 'refunded_amount' | 'expires_at' | 'created_at'
> & {
  instalments: readonly Instalment[] | null
}

/** The schedule of an order: one part without instalments. Payments fill the parts one after the other. */
export function scheduleOf(order: Scheduled, now: string): OrderInstalment[] {
  const planned = order.instalments ?? [{ due_at: order.expires_at, amount: order.amount }]
  // A refund of a paid order makes no part due again.
  let remaining = wasPaid(order) ? order.paid_amount : retainedOf(order)
  return planned.map(({ due_at, amount }, index) => {
    const paid_amount = Math.min(amount, remaining)
    remaining -= paid_amount
    return {
      id: `${order.id}-${String(index + 1).padStart(3, '0')}`,
      number: index + 1,
      due_at,
      amount,
      paid_amount,
      status: statusOf(order, { due_at, amount, paid_amount }, now),
    }
  })
}

function statusOf(
  order: Scheduled,
  { due_at, amount, paid_amount }: Pick<OrderInstalment, 'due_at' | 'amount' | 'paid_amount'>,
  now: string,
): OrderInstalment['status'] {
  if (wasPaid(order)) return 'paid'
  if (amount > 0 && paid_amount === amount) return 'paid'
  if (order.status === 'canceled') return 'canceled'
  if (due_at !== null && lateAfter(due_at, order.created_at) <= Date.parse(now)) return 'overdue'
  return paid_amount > 0 ? 'part_paid' : 'waiting'
}

const dayMs = 86_400_000

/** When a part becomes overdue, in milliseconds: one that is due with the order itself has a day. */
const lateAfter = (due_at: string, created_at: string): number =>
  Math.max(Date.parse(due_at), Date.parse(created_at) + dayMs)

const wasPaid = ({ status }: Scheduled) => status === 'paid' || status === 'refunded'

/** The wanted parts of an order of which nothing is paid; null for one part. */
export function checkedInstalments(order: Order, requested: readonly Instalment[]): Instalment[] | null {
  refuseUnlessOpen(order)
  if (requested.length === 0) return null
  const details = requested.flatMap(({ due_at }, index): RefusalDetail[] =>
    index > 0 && due_at <= requested[index - 1]!.due_at
      ? [{ path: `body.instalments.${index}.due_at`, message: 'must be after the one before' }]
      : [],
  )
  const sum = sumOf(requested.map(({ amount }) => amount))
  if (sum !== order.amount)
    details.unshift({
      path: 'body.instalments',
      message: `the amounts are ${sum} in all, the order's amount is ${order.amount}`,
    })
  if (details.length) throw new Refused(refusals.instalments_invalid, undefined, { details })
  return [...requested]
}
