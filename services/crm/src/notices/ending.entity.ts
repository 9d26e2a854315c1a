import { column, tenantEntity } from '@lms/service-host'

/** Up to which end of an access people of the school were told. */
export const ToldEndEntity = tenantEntity(
  'crm',
  'told_ends',
  { told_until: column.time() },
  { archive: 'rows' },
)
