// Instalments from the plans of prices. Pure.
import { formatTime, Refused } from '@lms/contract'
import type { Price } from '../../catalog/offers/price.contract.ts'
import { share } from '../../money/amounts/money.ts'
import { type Instalment, maxInstalmentsOfOrder, type OrderItem } from '../../objects/order.object.ts'
import { refusals } from './basket.contract.ts'

const dayMs = 86_400_000
const atOnce = [{ basis_points: 10_000, after_days: 0 }]

/**
 * The instalments of a new order: each item by the plan of its price, an item without a plan at once. Parts of one day
 * are one part. Null if no price has a plan.
 */
export function plannedInstalments(
  plans: readonly { plan: Price['instalments'] }[],
  items: readonly OrderItem[],
  now: string,
): Instalment[] | null {
  if (plans.every(({ plan }) => plan === null)) return null
  const byDay = new Map<number, number>()
  items.forEach((item, index) => {
    const parts = plans[index]!.plan ?? atOnce
    const shares = parts.map(({ basis_points }) => basis_points)
    share(toPay(item), shares).forEach((amount, part) => {
      const { after_days } = parts[part]!
      byDay.set(after_days, (byDay.get(after_days) ?? 0) + amount)
    })
  })
  const due = [...byDay].filter(([, amount]) => amount > 0).sort(([one], [other]) => one - other)
  if (due.length > maxInstalmentsOfOrder) throw new Refused(refusals.instalments_too_many)
  if (due.length === 0) return null
  const after = (days: number) => formatTime(new Date(Date.parse(now) + days * dayMs))
  return due.map(([days, amount]) => ({ due_at: after(days), amount }))
}

const toPay = ({ amount, discount_amount, tax }: OrderItem) =>
  amount - discount_amount + (tax && !tax.included ? tax.amount : 0)

/** Instalments of another sum: the same times in the same proportions, without parts of nothing. */
export function rescheduled(instalments: readonly Instalment[] | null, amount: number): Instalment[] | null {
  if (!instalments || amount === 0) return null
  const before = instalments.map(part => part.amount)
  const after = share(amount, before)
  const rescheduledParts = instalments.map((part, index) => ({ ...part, amount: after[index]! }))
  return rescheduledParts.filter(part => part.amount > 0)
}
