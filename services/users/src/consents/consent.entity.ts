import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { Consent } from './consent.contract.ts'

export const ConsentEntity = tenantEntity(
  'users',
  'consents',
  {
    id: column.id<'cns'>().primary(),
    user_id: column.id<'usr'>(),
    channel: column.key<Consent['channel']>(),
    status: column.key<Consent['status']>(),
    text_version: column.text(),
    source: column.text(),
    given_at: column.time(),
    ended_at: column.time().nullable(),
    withdrawal_source: column.text().nullable(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  { indexes: [{ properties: ['school_id', 'user_id', 'given_at', 'id'] }] },
)
