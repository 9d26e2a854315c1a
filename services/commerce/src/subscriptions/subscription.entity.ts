import { column, tenantEntity } from '@lms/service-host'
import type { Period } from './subscription.rules.ts'

/** The order of each period. The key is the guarantee that nobody is charged twice for one period. */
export const SubscriptionPeriodEntity = tenantEntity(
  'commerce',
  'subscription_periods',
  {
    subscription_id: column.id<'sbs'>().primary(),
    number: column.integer().primary(),
    order_id: column.id<'ord'>(),
    /** What the subscription becomes when the order is paid. */
    period: column.json<Period>(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'order_id'] }] },
)
