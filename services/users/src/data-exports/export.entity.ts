import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { DataExport } from './export.contract.ts'

export const DataExportEntity = tenantEntity(
  'users',
  'data_exports',
  {
    id: column.id<'job'>().primary(),
    user_id: column.id<'usr'>(),
    status: column.key<DataExport['status']>(),
    failure: column.key<NonNullable<DataExport['failure']>>().nullable(),
    /** The file, sealed. */
    content: column.text().nullable().hidden(),
    expires_at: column.time().nullable(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  { indexes: [{ properties: ['school_id', 'user_id'] }] },
)
