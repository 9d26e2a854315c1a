import { column, tenantEntity } from '@lms/service-host'

/** The offers in orders: for the filter, and so that a sold offer is not deleted. */
export const OrderOfferEntity = tenantEntity(
  'commerce',
  'order_offers',
  {
    offer_id: column.id<'off'>().primary(),
    order_id: column.id<'ord'>().primary(),
  },
  // An offer that was deleted meanwhile is written as an empty id.
  { checks: [{ name: 'order_offers_offer_here', expression: `"offer_id" <> ''` }] },
)

/** The last order number of a school. */
export const OrderNumberEntity = tenantEntity('commerce', 'order_numbers', { last: column.bigint() })
