// Pure decisions about prices: no clock, database or request.
import { isDeepStrictEqual } from 'node:util'
import { type RefusalDetail, Refused } from '@lms/contract'
import { fullBasisPoints, sumOf } from '../../money/amounts/money.ts'
import { type Price, refusals } from './price.contract.ts'

type Terms = Omit<Price, 'id' | 'offer_id' | 'name' | 'status' | 'version' | 'created_at' | 'updated_at'>

/** Refuses a price whose fields do not fit together. */
export function checkPrice(price: Terms): void {
  const details = [...trialFaults(price), ...earlyFaults(price), ...planFaults(price)]
  if (details.length) throw new Refused(refusals.price_invalid, undefined, { details })
}

const fault = (field: keyof Terms, message: string): RefusalDetail => ({ path: `body.${field}`, message })

const trialFaults = ({ trial_days, interval }: Terms) =>
  trial_days !== null && interval === null
    ? [fault('trial_days', 'only a price with an interval has free days')]
    : []

function earlyFaults({ amount, early_amount, early_starts_at, early_ends_at }: Terms): RefusalDetail[] {
  if (early_amount === null) {
    const dates = { early_starts_at, early_ends_at }
    return (['early_starts_at', 'early_ends_at'] as const).flatMap(field =>
      dates[field] === null ? [] : [fault(field, 'needs early_amount')],
    )
  }
  const faults: RefusalDetail[] = []
  if (early_amount >= amount) faults.push(fault('early_amount', 'must be lower than amount'))
  if (early_ends_at === null) faults.push(fault('early_ends_at', 'an early price needs its end'))
  else if (early_starts_at !== null && early_ends_at <= early_starts_at)
    faults.push(fault('early_ends_at', 'must be after early_starts_at'))
  return faults
}

function planFaults({ instalments, interval }: Terms): RefusalDetail[] {
  if (instalments === null) return []
  const faults: RefusalDetail[] = []
  if (interval !== null)
    faults.push(fault('instalments', 'a price with an interval is not paid in instalments'))
  if (instalments.length < 2) faults.push(fault('instalments', 'must have two parts or more'))
  const totalBasisPoints = sumOf(instalments.map(({ basis_points }) => basis_points))
  if (totalBasisPoints !== fullBasisPoints)
    faults.push(
      fault('instalments', `basis_points must be ${fullBasisPoints} in all; they are ${totalBasisPoints}`),
    )
  const days = instalments.map(({ after_days }) => after_days)
  if (days.some((day, index) => index > 0 && day <= days[index - 1]!))
    faults.push(fault('instalments', 'after_days must rise from part to part'))
  return faults
}

const terms = [
  'amount',
  'currency',
  'interval',
  'trial_days',
  'early_amount',
  'early_starts_at',
  'early_ends_at',
  'tax_included',
  'instalments',
] as const satisfies readonly (keyof Terms)[]

/** Refuses other terms for a price that orders contain: its name and status may change. */
export function refuseRewritten(before: Terms & { sold: boolean }, next: Terms): void {
  if (before.sold && terms.some(field => !isDeepStrictEqual(before[field], next[field])))
    throw new Refused(refusals.price_sold)
}

/** Refuses to delete a price that orders contain. */
export function refuseSold({ sold }: { sold: boolean }): void {
  if (sold) throw new Refused(refusals.price_sold)
}
