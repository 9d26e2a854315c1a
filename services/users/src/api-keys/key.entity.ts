import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { ApiKey } from './key.contract.ts'

export const KeyEntity = tenantEntity(
  'users',
  'api_keys',
  {
    id: column.id<'key'>().primary(),
    name: column.text(),
    kind: column.key<ApiKey['kind']>(),
    role: column.key<ApiKey['role']>(),
    scope: column.json<string[]>(),
    user_id: column.id<'usr'>().nullable(),
    allowed_networks: column.json<string[]>().nullable(),
    /** SHA-256 of the value, hex. Keys are high-entropy, so a password hash would add cost and no safety. */
    hash: column.key().hidden(),
    hint: column.key(),
    /** The hash of the value before the last rotation, which works until `previous_until`. */
    previous_hash: column.key().nullable().hidden(),
    previous_until: column.time().nullable(),
    expires_at: column.time().nullable(),
    revoked_at: column.time().nullable(),
    last_used_at: column.time().nullable(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [
      { properties: ['school_id', 'created_at', 'id'] },
      { properties: ['school_id', 'user_id'] },
      { properties: ['school_id', 'previous_hash'] },
    ],
    uniques: [{ name: 'api_keys_hash', properties: ['school_id', 'hash'] }],
  },
)
