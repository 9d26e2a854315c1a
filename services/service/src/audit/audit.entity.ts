import type { AuditChange, AuditWay } from '@lms/contract'
import { column, tenantEntity } from '@lms/service-host'

export const AuditEntity = tenantEntity(
  'service',
  'audit_log',
  {
    id: column.id<'aud'>().primary(),
    service: column.key(),
    operation: column.key(),
    object_id: column.key().nullable(),
    key_id: column.key().nullable(),
    actor_user_id: column.id<'usr'>().nullable(),
    role: column.key().nullable(),
    operator: column.key().nullable(),
    status: column.integer(),
    way: column.key<AuditWay>().nullable(),
    answer: column.key<'yes' | 'no'>().nullable(),
    changes: column.json<AuditChange[]>(),
    request_id: column.key(),
    client_request_id: column.key().nullable(),
    event_ids: column.json<string[]>(),
    duration_ms: column.integer(),
    created_at: column.time(),
  },
  {
    archive: 'rows',
    indexes: [
      { properties: ['school_id', 'created_at'] },
      { properties: ['school_id', 'object_id', 'created_at'] },
      { properties: ['school_id', 'key_id', 'created_at'] },
      { properties: ['school_id', 'operation', 'created_at'] },
      { properties: ['request_id'] },
    ],
  },
)
