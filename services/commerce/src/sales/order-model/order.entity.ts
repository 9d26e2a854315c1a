import { type Condition, column, tenantEntity, textArray } from '@lms/service-host'

/** The offers in orders: for the filter, and so that a sold offer is not deleted. */
export const OrderOfferEntity = tenantEntity(
  'commerce',
  'order_offers',
  {
    offer_id: column.id<'off'>().primary(),
    order_id: column.id<'ord'>().primary(),
  },
  // An offer that was deleted meanwhile is written as an empty id.
  {
    archive: 'rows',
    checks: [{ name: 'order_offers_offer_here', expression: `"offer_id" <> ''` }],
  },
)

/** The last order number of a school. */
export const OrderNumberEntity = tenantEntity(
  'commerce',
  'order_numbers',
  { last: column.bigint() },
  { archive: 'rows' },
)

/** Of payments and refunds: those of orders that include one of these offers. */
export const ofOrdersWithOffers = (offerIds: readonly string[]): Condition => ({
  sql: `exists (select 1 from "commerce"."order_offers" o
    where o.school_id = t.school_id and o.order_id = t.order_id and o.offer_id = any($::text[]))`,
  values: [textArray(offerIds)],
})
