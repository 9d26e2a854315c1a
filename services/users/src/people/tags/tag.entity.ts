import { column, tenantEntity } from '@lms/service-host'

/** The tags of people. Deleted people have none. */
export const UserTagEntity = tenantEntity(
  'users',
  'user_tags',
  {
    tag_id: column.id<'tag'>().primary(),
    user_id: column.id<'usr'>().primary(),
    added_at: column.time(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'user_id'] }] },
)

/** The number of people of a tag, spread over slots, so that simultaneous changes do not wait for each other. */
export const TagCountEntity = tenantEntity(
  'users',
  'tag_counts',
  {
    tag_id: column.id<'tag'>().primary(),
    slot: column.integer().primary(),
    people: column.bigint(),
  },
  { archive: 'rows' },
)

/** Deleted and merged tags that some people still have. */
export const TagRemovalEntity = tenantEntity(
  'users',
  'tag_removals',
  {
    tag_id: column.id<'tag'>().primary(),
    name: column.text(),
    into_id: column.id<'tag'>().nullable(),
  },
  { archive: 'rows' },
)
