import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { Session } from './session.contract.ts'

export const SessionEntity = tenantEntity(
  'users',
  'sessions',
  {
    id: column.id<'ses'>().primary(),
    user_id: column.id<'usr'>(),
    identity_id: column.id<'idn'>(),
    method: column.key<Session['method']>(),
    address: column.text().nullable(),
    agent: column.text().nullable(),
    last_seen_at: column.time(),
    expires_at: column.time(),
    created_at: commonColumns.created_at(),
  },
  {
    indexes: [{ properties: ['school_id', 'user_id', 'created_at', 'id'] }, { properties: ['expires_at'] }],
  },
)
