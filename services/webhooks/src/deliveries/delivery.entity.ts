import { column, commonColumns, type RowOf, tenantEntity } from '@lms/service-host'
import type { Delivery } from './delivery.contract.ts'

export const DeliveryEntity = tenantEntity(
  'webhooks',
  'deliveries',
  {
    id: column.id<'dlv'>().primary(),
    webhook_id: column.id<'whk'>(),
    event_id: column.id<'evt'>(),
    event_type: column.key(),
    status: column.key<Delivery['status']>(),
    attempt_count: column.integer(),
    next_attempt_at: column.time().nullable(),
    failed_at: column.time().nullable().hidden(),
    manual: column.boolean(),
    replayed: column.boolean(),
    request_id: column.key(),
    created_at: commonColumns.created_at(),
    /** The first attempt at an event; other attempts have rows of their own. */
    attempted_at: column.time().nullable().hidden(),
    response_code: column.integer().nullable().hidden(),
    response_body: column.text().nullable().hidden(),
    duration_ms: column.integer().nullable().hidden(),
    error: column.key().nullable().hidden(),
    error_detail: column.text().nullable().hidden(),
  },
  {
    archive: { never: 'a restored school delivers nothing of what happened before', returns: 'empty' },
    indexes: [
      { properties: ['school_id', 'created_at'] },
      { properties: ['school_id', 'webhook_id', 'created_at'] },
      { properties: ['school_id', 'event_id'] },
    ],
  },
)

export const AttemptEntity = tenantEntity(
  'webhooks',
  'attempts',
  {
    id: column.id<'dat'>().primary(),
    delivery_id: column.id<'dlv'>().hidden(),
    number: column.integer(),
    response_code: column.integer().nullable(),
    response_body: column.text().nullable(),
    duration_ms: column.integer(),
    error: column.key().nullable(),
    error_detail: column.text().nullable(),
    created_at: commonColumns.created_at(),
  },
  { archive: { never: 'a restored school delivers nothing of what happened before', returns: 'empty' } },
)

/** A delivery without its first attempt. */
export type DeliveryRow = Omit<RowOf<typeof DeliveryEntity>, keyof FirstAttempt>
type FirstAttempt = Pick<
  RowOf<typeof DeliveryEntity>,
  'attempted_at' | 'response_code' | 'response_body' | 'duration_ms' | 'error' | 'error_detail'
>
