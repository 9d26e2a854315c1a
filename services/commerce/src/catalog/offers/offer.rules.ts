// Pure decisions about offers: no clock, database or request.
import { prefixOf, Refused } from '@lms/contract'
import { type Offer, type OfferItem, refusals } from './offer.contract.ts'

type Sale = Pick<Offer, 'sale_starts_at' | 'sale_ends_at'>

/** Refuses a sale that would end before it starts. */
export function checkSale({ sale_starts_at: starts, sale_ends_at: ends }: Sale): void {
  if (starts !== null && ends !== null && ends <= starts) throw new Refused(refusals.sale_order)
}

/** Whether an offer is sold at a time: `early` before its sale, `over` after it. */
export const saleAt = ({ sale_starts_at: starts, sale_ends_at: ends }: Sale, now: string) =>
  starts !== null && now < starts ? 'early' : ends !== null && now >= ends ? 'over' : 'open'

const resourcePrefix = { course: 'crs', group: 'grp', webinar: 'wbn', other: null } as const

/** Refuses an item whose resource_id does not match its kind. */
export function checkResource({ kind, resource_id }: Pick<OfferItem, 'kind' | 'resource_id'>): void {
  if (resource_id !== null && prefixOf(resource_id) !== resourcePrefix[kind])
    throw new Refused(refusals.resource_invalid)
}
