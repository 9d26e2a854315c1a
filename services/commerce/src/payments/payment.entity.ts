import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { Payment } from './payment.contract.ts'

export const PaymentEntity = tenantEntity(
  'commerce',
  'payments',
  {
    id: column.id<'pay'>().primary(),
    order_id: column.id<'ord'>(),
    user_id: column.id<'usr'>(),
    status: column.key<Payment['status']>(),
    method: column.key<Payment['method']>(),
    amount: column.bigint(),
    currency: column.key(),
    paid_at: column.time(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  { indexes: [{ properties: ['school_id', 'order_id'] }] },
)
