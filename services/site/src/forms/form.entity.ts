import { column, tenantEntity } from '@lms/service-host'

/**
 * The number of submissions of a form, spread over slots, so that simultaneous submissions do not wait for each other.
 */
export const FormCountEntity = tenantEntity(
  'site',
  'form_counts',
  {
    form_id: column.id<'frm'>().primary(),
    slot: column.integer().primary(),
    submissions: column.bigint(),
  },
  { archive: 'rows' },
)
