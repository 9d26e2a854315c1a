// Who has the tags and offers that rules name, and since when.
import { column, tenantEntity } from '@lms/service-host'

/**
 * `source_id` is the order of an offer, and empty for a tag. Without `since` the person has it no more: what was read
 * before `changed_at` does not bring it back.
 */
export const HoldingEntity = tenantEntity(
  'learning',
  'holdings',
  {
    user_id: column.id<'usr'>().primary(),
    object_id: column.id<'tag' | 'off'>().primary(),
    source_id: column.key().primary(),
    since: column.time().nullable(),
    changed_at: column.time(),
  },
  {
    archive: 'rows',
    indexes: [{ properties: ['school_id', 'object_id'] }, { properties: ['school_id', 'source_id'] }],
  },
)
