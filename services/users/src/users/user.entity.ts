import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { User } from './user.contract.ts'

export const UserEntity = tenantEntity(
  'users',
  'users',
  {
    id: column.id<'usr'>().primary(),
    email: column.text().nullable(),
    /** The e-mail in the form that is unique and looked up; lower(email) would be no index condition under row security. */
    email_key: column.key().nullable().hidden(),
    /** The same of a deleted person, whose e-mail is free for another. */
    former_email_key: column.key().nullable().hidden(),
    phone: column.key().nullable(),
    first_name: column.text(),
    last_name: column.text(),
    /** What `q` looks in: names, e-mail and phone, lower-case. */
    search_text: column.text().hidden(),
    role: column.key<User['role']>(),
    locale: column.key(),
    time_zone: column.key(),
    status: column.key<User['status']>(),
    custom_fields: column.json<User['custom_fields']>(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
    merged_into: column.id<'usr'>().nullable(),
    anonymized_at: column.time().nullable(),
  },
  {
    indexes: [
      { properties: ['school_id', 'created_at', 'id'] },
      { properties: ['school_id', 'updated_at', 'id'] },
      { properties: ['school_id', 'first_name', 'id'] },
      { properties: ['school_id', 'last_name', 'id'] },
      { properties: ['school_id', 'role', 'created_at', 'id'] },
      { properties: ['school_id', 'status', 'created_at', 'id'] },
      { properties: ['school_id', 'phone'] },
      { properties: ['school_id', 'search_text'] },
    ],
    uniques: [{ name: 'users_email_key', properties: ['school_id', 'email_key'] }],
  },
)
