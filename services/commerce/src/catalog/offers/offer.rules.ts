// Pure decisions about offers: no clock, database or request.
import { prefixOf, Refused } from '@lms/contract'
import { type OfferItem, refusals } from './offer.contract.ts'

const resourcePrefix = { course: 'crs', group: 'grp', webinar: 'wbn', other: null } as const

/** Refuses an item whose resource_id does not match its kind. */
export function checkResource({ kind, resource_id }: Pick<OfferItem, 'kind' | 'resource_id'>): void {
  if (resource_id !== null && prefixOf(resource_id) !== resourcePrefix[kind])
    throw new Refused(refusals.resource_invalid)
}
