import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { Order, OrderItem } from './order.contract.ts'

export const OrderEntity = tenantEntity(
  'commerce',
  'orders',
  {
    id: column.id<'ord'>().primary(),
    number: column.bigint(),
    user_id: column.id<'usr'>(),
    status: column.key<Order['status']>(),
    amount: column.bigint(),
    currency: column.key(),
    /** Items change only with their order, under its lock, and travel with it in every answer and event: one row. */
    items: column.json<OrderItem[]>(),
    comment: column.text(),
    paid_at: column.time().nullable(),
    canceled_at: column.time().nullable(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [
      { properties: ['school_id', 'created_at', 'id'] },
      { properties: ['school_id', 'updated_at', 'id'] },
      { properties: ['school_id', 'amount', 'id'] },
      { properties: ['school_id', 'status', 'created_at', 'id'] },
      { properties: ['school_id', 'user_id', 'created_at', 'id'] },
    ],
    uniques: [{ name: 'orders_number_key', properties: ['school_id', 'number'] }],
  },
)

/** Which offers stand in which orders: for the filter, and so that a sold offer is not deleted. */
export const OrderOfferEntity = tenantEntity(
  'commerce',
  'order_offers',
  {
    offer_id: column.id<'off'>().primary(),
    order_id: column.id<'ord'>().primary(),
  },
  { indexes: [{ properties: ['school_id', 'order_id'] }] },
)

/** The last number given out in a school. */
export const OrderNumberEntity = tenantEntity('commerce', 'order_numbers', { last: column.bigint() })
