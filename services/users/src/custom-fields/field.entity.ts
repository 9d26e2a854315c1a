import { column, tenantEntity } from '@lms/service-host'

/** Who has which value of which field: for the filter of people, and to see whether a field is used. */
export const FieldValueEntity = tenantEntity(
  'users',
  'custom_field_values',
  {
    field_id: column.id<'fld'>().primary(),
    value_key: column.key().primary(),
    user_id: column.id<'usr'>().primary(),
  },
  { indexes: [{ properties: ['school_id', 'user_id'] }] },
)
