import { column, tenantEntity } from '@lms/service-host'

/** A webinar that a paid order gives its buyer: the right to one registration. */
export const PurchaseEntity = tenantEntity(
  'webinars',
  'purchases',
  {
    order_id: column.id<'ord'>().primary(),
    webinar_id: column.id<'wbn'>().primary(),
    user_id: column.id<'usr'>(),
    /** The session for which it has registered the buyer; null as long as it waits for one. */
    session_id: column.id<'wbs'>().nullable(),
  },
  {
    archive: 'rows',
    indexes: [
      { properties: ['school_id', 'webinar_id', 'session_id', 'order_id'] },
      { properties: ['school_id', 'user_id', 'webinar_id'] },
      { properties: ['school_id', 'session_id'] },
    ],
  },
)

/** The versions of orders that this service has processed. */
export const FollowedOrderEntity = tenantEntity(
  'webinars',
  'followed_orders',
  {
    order_id: column.id<'ord'>().primary(),
    version: column.integer(),
  },
  { archive: 'rows' },
)
