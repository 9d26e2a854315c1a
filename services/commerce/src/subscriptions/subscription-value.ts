// What a subscription has been worth since when: figures of recurring revenue are counted from it. Pure.
import type { Id } from '@lms/contract'
import type { Interval } from '../catalog/offers/price.contract.ts'
import type { Subscription } from '../objects/subscription.object.ts'

/** The worth of a subscription from a time on. */
export interface Value {
  at: string
  /** What its period is worth, with an included tax; 0 where nothing is paid: free days, a failed charge, a pause, the end. */
  value: number
  interval: Interval
  offer_id: Id<'off'>
  /** The order that paid the period. */
  order_id: Id<'ord'> | null
}

type Valued = Pick<Subscription, 'status' | 'interval' | 'offer_id' | 'order_id'> & {
  period_value: number
  value_history: readonly Value[]
}

/** Entries that are kept; the oldest ones go first. */
const maxValues = 500

/** The history with what the row is worth from a time on; the same one if nothing has changed. */
export function valuesWith(row: Valued, at: string): readonly Value[] {
  const { status, period_value, interval, offer_id, order_id, value_history } = row
  const value = status === 'active' ? period_value : 0
  const last = value_history.at(-1)
  if (last ? isSame(last, { ...row, value }) : value === 0) return value_history
  return [...value_history, { at, value, interval, offer_id, order_id }].slice(-maxValues)
}

const isSame = (
  last: Value,
  { value, interval, offer_id }: Pick<Value, 'value' | 'interval' | 'offer_id'>,
): boolean =>
  last.value === value &&
  (value === 0 ||
    (last.offer_id === offer_id &&
      last.interval.unit === interval.unit &&
      last.interval.count === interval.count))
