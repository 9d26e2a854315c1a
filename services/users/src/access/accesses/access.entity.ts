import { column, tenantEntity } from '@lms/service-host'

/** The processed version of each order: events of an older version have no effect. */
export const FollowedOrderEntity = tenantEntity(
  'users',
  'followed_orders',
  {
    order_id: column.id<'ord'>().primary(),
    version: column.integer(),
  },
  { archive: 'rows' },
)

/** Places in groups from paid orders; a member who came by orders stays as long as one place is left. */
export const OrderPlaceEntity = tenantEntity(
  'users',
  'order_places',
  {
    order_id: column.id<'ord'>().primary(),
    group_id: column.id<'grp'>().primary(),
    user_id: column.id<'usr'>(),
    subscription_id: column.id<'sbs'>().nullable(),
    /** The group that the order names, where its person was moved to another flow; null where it is the same. */
    sold_group_id: column.id<'grp'>().nullable(),
    /** The end of what was paid; null for none. */
    until: column.time().nullable(),
  },
  {
    archive: 'rows',
    indexes: [
      { properties: ['school_id', 'user_id', 'group_id'] },
      { properties: ['school_id', 'subscription_id'] },
    ],
  },
)
