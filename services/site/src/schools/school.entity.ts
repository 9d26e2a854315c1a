import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { School } from './school.contract.ts'
import type { OwnLimits } from './school.rules.ts'

export const SchoolEntity = tenantEntity(
  'site',
  'schools',
  {
    id: column.id<'sch'>().primary(),
    name: column.text(),
    status: column.key<School['status']>(),
    limits: column.json<OwnLimits>(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  { indexes: [{ properties: ['created_at', 'id'] }, { properties: ['name', 'id'] }] },
)
