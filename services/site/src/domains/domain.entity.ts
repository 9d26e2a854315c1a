import { column, commonColumns, tenantEntity } from '@lms/service-host'

export const DomainEntity = tenantEntity(
  'site',
  'domains',
  {
    id: column.id<'dom'>().primary(),
    host: column.key(),
    primary: column.boolean(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [{ properties: ['school_id', 'created_at', 'id'] }, { properties: ['school_id', 'host', 'id'] }],
    uniques: [{ name: 'domains_host', properties: ['host'] }],
  },
)
