import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { CustomField } from './field.contract.ts'

export const FieldEntity = tenantEntity(
  'users',
  'custom_fields',
  {
    id: column.id<'fld'>().primary(),
    name: column.key(),
    label: column.text(),
    type: column.key<CustomField['type']>(),
    options: column.json<string[]>(),
    status: column.key<CustomField['status']>(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [{ properties: ['school_id', 'created_at', 'id'] }],
    uniques: [{ name: 'custom_fields_name', properties: ['school_id', 'name'] }],
  },
)

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
