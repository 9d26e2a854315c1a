// What a new offer and a new item of one are made of.
import { type BodyOf, prefixOf, Refused } from '@lms/contract'
import { type OfferItem, type offerItems, type offers, refusals } from './offer.contract.ts'
import type { OfferItemRow, OfferRow } from './offer.store.ts'

/** The columns of a new offer. */
export const offerFrom = (body: BodyOf<typeof offers.create>): Partial<OfferRow> => ({
  name: body.name,
  description: body.description,
  amount: body.amount,
  currency: body.currency,
  status: body.status,
})

/** The columns of a new item of the offer in the path. */
export const offerItemFrom = (
  body: BodyOf<typeof offerItems.create>,
  { path }: { path: Record<string, string> },
): Partial<OfferItemRow> =>
  checkResource({
    offer_id: path.id as OfferItemRow['offer_id'],
    kind: body.kind,
    resource_id: body.resource_id ?? null,
    name: body.name,
    term_days: body.term_days ?? null,
  })

const resourcePrefix = { course: 'crs', group: 'grp', webinar: 'wbn', other: null } as const

/** The item; refuses one that names something of another kind than its own. */
export function checkResource<I extends Pick<OfferItem, 'kind' | 'resource_id'>>(item: I): I {
  if (item.resource_id !== null && prefixOf(item.resource_id) !== resourcePrefix[item.kind])
    throw new Refused(refusals.resource_unfit)
  return item
}
