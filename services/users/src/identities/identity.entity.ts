import { column, commonColumns, tenantEntity } from '@lms/service-host'

export const IdentityEntity = tenantEntity(
  'users',
  'identities',
  {
    id: column.id<'idn'>().primary(),
    user_id: column.id<'usr'>(),
    provider: column.key(),
    subject: column.key(),
    display_name: column.text(),
    verified_at: column.time().nullable(),
    last_used_at: column.time().nullable(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [
      { properties: ['school_id', 'created_at', 'id'] },
      { properties: ['school_id', 'user_id', 'created_at', 'id'] },
    ],
    uniques: [{ name: 'identities_subject', properties: ['school_id', 'provider', 'subject'] }],
  },
)
