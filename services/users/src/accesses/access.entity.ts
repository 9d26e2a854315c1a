import { column, tenantEntity } from '@lms/service-host'

/** How far an order was followed: what is older than its version here comes too late. */
export const FollowedOrderEntity = tenantEntity('users', 'followed_orders', {
  order_id: column.id<'ord'>().primary(),
  version: column.integer(),
})

/** Places in groups that paid orders gave; a member who came by orders stays as long as one is left. */
export const OrderPlaceEntity = tenantEntity(
  'users',
  'order_places',
  {
    order_id: column.id<'ord'>().primary(),
    group_id: column.id<'grp'>().primary(),
    user_id: column.id<'usr'>(),
  },
  { indexes: [{ properties: ['school_id', 'user_id', 'group_id'] }] },
)
