import { column, commonColumns, tenantEntity } from '@lms/service-host'

export const EventEntity = tenantEntity(
  'webhooks',
  'events',
  {
    id: column.id<'evt'>().primary(),
    type: column.key(),
    sequence: column.bigint(),
    created_at: commonColumns.created_at(),
    request_id: column.key(),
    user_id: column.id<'usr'>().nullable(),
    object_id: column.key().nullable(),
    /** The numbers of the channels that take it; null for events older than cursors. */
    takers: column.integers().nullable().hidden(),
    entered_at: column.time().nullable().hidden(),
    /** The envelope as the emitting service stored it, in the form of envelope.ts. */
    payload: column.text(),
  },
  {
    archive: { without: { takers: null } },
    indexes: [
      { properties: ['school_id', 'sequence'] },
      { properties: ['school_id', 'created_at'] },
      { properties: ['request_id'] },
    ],
  },
)
