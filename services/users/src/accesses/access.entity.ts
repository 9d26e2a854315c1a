import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { Access } from './access.contract.ts'

export const AccessEntity = tenantEntity(
  'users',
  'accesses',
  {
    id: column.id<'acc'>().primary(),
    user_id: column.id<'usr'>(),
    course_id: column.id<'crs'>(),
    source: column.key<Access['source']>(),
    order_id: column.id<'ord'>().nullable(),
    group_id: column.id<'grp'>().nullable(),
    /** What may be given only once: an item of an order for ever, other sources while the access is not over. */
    grant_key: column.key().nullable().hidden(),
    status: column.key<Access['status']>(),
    starts_at: column.time(),
    expires_at: column.time().nullable(),
    frozen_at: column.time().nullable(),
    ended_at: column.time().nullable(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [
      { properties: ['school_id', 'created_at', 'id'] },
      { properties: ['school_id', 'updated_at', 'id'] },
      { properties: ['school_id', 'user_id', 'created_at', 'id'] },
      { properties: ['school_id', 'course_id', 'created_at', 'id'] },
      { properties: ['school_id', 'order_id'] },
      { properties: ['school_id', 'group_id', 'user_id'] },
    ],
    uniques: [{ name: 'accesses_grant_key', properties: ['school_id', 'grant_key'] }],
  },
)

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
