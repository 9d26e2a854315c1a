import { column, tenantEntity } from '@lms/service-host'

export const RequestEntity = tenantEntity(
  'service',
  'requests',
  {
    id: column.id<'req'>().primary(),
    request_id: column.key(),
    client_request_id: column.key().nullable(),
    operation: column.key(),
    status: column.integer(),
    reason: column.key().nullable(),
    service: column.key().nullable(),
    key_id: column.key().nullable(),
    actor_user_id: column.key().nullable(),
    duration_ms: column.integer(),
    created_at: column.time(),
  },
  {
    archive: { never: 'answers what a request has changed, for support, for a few days', returns: 'empty' },
    indexes: [{ properties: ['request_id'] }],
  },
)
