import { column, tenantEntity } from '@lms/service-host'

/** The values of people by field: for the filter of people, and to check whether a field is used. */
export const FieldValueEntity = tenantEntity(
  'users',
  'custom_field_values',
  {
    field_id: column.id<'fld'>().primary(),
    value_key: column.key().primary(),
    user_id: column.id<'usr'>().primary(),
  },
  {
    archive: 'rows',
    indexes: [{ properties: ['school_id', 'user_id'] }],
  },
)
