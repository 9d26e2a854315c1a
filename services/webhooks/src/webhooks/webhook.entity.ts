import { column, commonColumns, tenantEntity } from '@lms/service-host'

export const WebhookEntity = tenantEntity(
  'webhooks',
  'subscriptions',
  {
    id: column.id<'whk'>().primary(),
    url: column.text(),
    events: column.json<string[]>(),
    active: column.boolean(),
    description: column.text().nullable(),
    fields: column.json<string[]>().nullable(),
    filter: column.json<Record<string, string>>().nullable(),
    ordered: column.boolean(),
    header_names: column.json<string[]>(),
    /** The headers, sealed. */
    own_headers: column.text().nullable().hidden(),
    max_parallel: column.integer().nullable(),
    max_per_second: column.integer().nullable(),
    /** Sealed by the vault. */
    secret: column.text().hidden(),
    /** The new secret while a rotation is under way, sealed. */
    next_secret: column.text().nullable().hidden(),
    rotation_ends_at: column.time().nullable(),
    /** Of whoever last gave the address or the events. */
    sender_rights: column.json<string[][]>().nullable().hidden(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  { indexes: [{ properties: ['school_id', 'created_at', 'id'] }] },
)
