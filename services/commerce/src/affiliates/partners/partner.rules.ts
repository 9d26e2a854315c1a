// Pure decisions about partners: no clock, database or request.
import type { CommerceSettings } from '../../settings/commerce-settings.ts'
import type { Balance } from './partner.contract.ts'

export const linkOf = (code: string): string => `?partner=${code}`

/** Held and available sums of a partner in one currency. */
export interface Unsettled {
  partner_id: string
  currency: string
  held: number
  available: number
}

export interface PaidOut {
  partner_id: string
  currency: string
  paid: number
}

/** The balance of a partner, from the sums of several. */
export function balancesOf(
  partnerId: string,
  unsettled: readonly Unsettled[],
  payouts: readonly PaidOut[],
): Balance[] {
  const open = unsettled.filter(({ partner_id }) => partner_id === partnerId)
  const paid = payouts.filter(({ partner_id }) => partner_id === partnerId)
  const currencies = new Set([...open, ...paid].map(({ currency }) => currency))
  return [...currencies].sort().map(currency => {
    const sums = open.find(each => each.currency === currency)
    return {
      currency,
      held: sums?.held ?? 0,
      available: sums?.available ?? 0,
      paid: paid.find(each => each.currency === currency)?.paid ?? 0,
    }
  })
}

/** A link of a partner that somebody has followed. */
export interface Click {
  code: string
  /** When the site reported it. */
  at: string
}

const dayMs = 24 * 3600_000

/** Whether a click still counts: as long as the site remembers it. */
export const stillCounts = ({ at }: Click, now: string, cookieDays: number): boolean =>
  Date.parse(now) - Date.parse(at) <= cookieDays * dayMs

/** The school's rule of which click counts. */
type Rule = Pick<CommerceSettings['partners'], 'attribution' | 'cookie_days'>

/** The click that counts, of one that is known and one that comes now. */
export function countingClick(
  previous: Click | null,
  later: Click,
  { attribution, cookie_days }: Rule,
): Click {
  const stays = attribution === 'first' && previous !== null && stillCounts(previous, later.at, cookie_days)
  return stays ? previous : later
}
