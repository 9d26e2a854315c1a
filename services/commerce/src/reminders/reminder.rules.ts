// When people are reminded of what they have to pay. Pure.
import { formatTime } from '@lms/contract'
import { isOpen, retainedOf } from '../objects/balance.ts'
import { type Owed, openParts } from '../sales/pricing/due-now.ts'
import type { CommerceSettings } from '../settings/commerce-settings.ts'

const dayMs = 86_400_000
const daysFrom = (time: string, days: number): string => formatTime(new Date(Date.parse(time) + days * dayMs))

/** When people are reminded of the end of their free days: so many days before, of shorter ones half-way. */
export function trialReminderAt(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  days: number,
): string {
  const half = (Date.parse(starts_at) + Date.parse(ends_at)) / 2
  return formatTime(new Date(Math.max(half, Date.parse(daysFrom(ends_at, -days)))))
}

export interface PartReminder {
  kind: 'part_due' | 'part_overdue'
  at: string
  due_at: string
  amount: number
}

/**
 * The reminders of the parts of an order that are not paid, in their order. Who let an order expire has no wish for it,
 * until a late payment goes on with it.
 */
export function partReminders(
  order: Owed,
  { part_days, overdue_days }: Pick<CommerceSettings['reminders'], 'part_days' | 'overdue_days'>,
): PartReminder[] {
  if (!isOpen(order) || (order.status === 'expired' && retainedOf(order) === 0)) return []
  const each = ({ due_at, amount }: { due_at: string; amount: number }): PartReminder[] => [
    ...(part_days === null
      ? []
      : [{ kind: 'part_due' as const, at: daysFrom(due_at, -part_days), due_at, amount }]),
    ...(overdue_days === null
      ? []
      : [{ kind: 'part_overdue' as const, at: daysFrom(due_at, overdue_days), due_at, amount }]),
  ]
  return openParts(order)
    .flatMap(each)
    .sort((one, other) => (one.at < other.at ? -1 : 1))
}

/** Those whose time has come after one and by another time. A part that is due by now is not to come any more. */
export const dueReminders = (all: readonly PartReminder[], after: string, now: string): PartReminder[] =>
  all.filter(({ kind, at, due_at }) => at > after && at <= now && (kind === 'part_overdue' || due_at > now))
