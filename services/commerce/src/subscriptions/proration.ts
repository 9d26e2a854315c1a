// What a change of the price in the middle of a period costs. The present period ends, its unused part becomes credit,
// and a new period begins at the full price, less the credit. Every charge thus pays for one period, whatever the old and
// the new length.
import { share } from '../money/amounts/money.ts'
import { between } from './calendar.ts'

/** The part of a period's value that is not used at `now`, by milliseconds; used and unused parts add up to the value. */
export function unusedOf(value: number, starts_at: string, ends_at: string, now: string): number {
  const duration = between(starts_at, ends_at)
  const remaining = Math.min(Math.max(between(now, ends_at), 0), duration)
  if (duration <= 0) return 0
  return share(value, [duration - remaining, remaining])[1]!
}

/** The credit that a price takes up, and the rest of it. */
export function settled(price: number, credit: number): { off: number; rest: number } {
  const off = Math.min(price, credit)
  return { off, rest: credit - off }
}
