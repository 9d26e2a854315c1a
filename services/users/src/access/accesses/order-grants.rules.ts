// Accesses and places of a paid order: pure functions of its contents.
import type { Content, Order } from '@lms/commerce/contract'
import { type Id, isId } from '@lms/contract'
import type { PlaceGrant } from './order.store.ts'

type Sold = Pick<Order, 'items' | 'as_gift'>

export interface CourseGrant {
  order_item_id: Id<'ori'>
  course_id: Id<'crs'>
  /** Days of 24 hours; null for no end. */
  term_days: number | null
  /** The end that the item sets in place of a term; null for none. */
  access_expires_at: string | null
  /** The subscription of the item, whose next periods move the end. */
  subscription_id: Id<'sbs'> | null
}
export interface OrderGrants {
  courses: CourseGrant[]
  places: PlaceGrant[]
}

/**
 * Each item of an order gives each of its courses once, whatever the quantity, for the longest of its terms, and a
 * place in each of its groups. Contents without a course or group give nothing here. An item with an end of its own gives
 * its courses until then, and nothing if the order is paid later. An order for others gives its person nothing.
 */
export function grantsOf({ items, as_gift }: Sold): OrderGrants {
  if (as_gift) return { courses: [], places: [] }
  const courses = items.flatMap(({ id, access_expires_at, subscription_id, contents }) =>
    [...termsOf(contents)].map(([course_id, term_days]) => ({
      order_item_id: id,
      course_id,
      term_days: access_expires_at === null ? term_days : null,
      access_expires_at,
      subscription_id,
    })),
  )
  return { courses, places: placesOf(items) }
}

/** One place in each group, for the longest time that an item gives it. */
function placesOf(items: Sold['items']): PlaceGrant[] {
  const seats = new Map<Id<'grp'>, PlaceGrant>()
  for (const { access_expires_at: until, subscription_id, contents } of items)
    for (const { kind, resource_id } of contents) {
      if (kind !== 'group' || !resource_id || !isId('grp', resource_id)) continue
      const present = seats.get(resource_id)
      const outlasts = !present || until === null || (present.until !== null && present.until < until)
      if (outlasts) seats.set(resource_id, { group_id: resource_id, subscription_id, until })
    }
  return [...seats.values()]
}

function termsOf(contents: readonly Content[]): Map<Id<'crs'>, number | null> {
  const terms = new Map<Id<'crs'>, number | null>()
  for (const { kind, resource_id, term_days } of contents) {
    if (kind !== 'course' || !resource_id || !isId('crs', resource_id)) continue
    const present = terms.get(resource_id)
    terms.set(resource_id, present === undefined ? term_days : longer(present, term_days))
  }
  return terms
}

const longer = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.max(one, other)
