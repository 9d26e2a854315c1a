import { column, tenantEntity } from '@lms/service-host'

/** Who has which tag. The deleted have none. */
export const UserTagEntity = tenantEntity(
  'users',
  'user_tags',
  {
    tag_id: column.id<'tag'>().primary(),
    user_id: column.id<'usr'>().primary(),
    added_at: column.time(),
  },
  { indexes: [{ properties: ['school_id', 'user_id'] }] },
)

/** How many people have a tag, spread over slots, so that those who tag at one moment do not wait for each other. */
export const TagCountEntity = tenantEntity('users', 'tag_counts', {
  tag_id: column.id<'tag'>().primary(),
  slot: column.integer().primary(),
  people: column.bigint(),
})

/** Tags that are gone, whose people have still to lose them, or to get the one that it was merged into. */
export const TagDepartureEntity = tenantEntity('users', 'tag_departures', {
  tag_id: column.id<'tag'>().primary(),
  name: column.text(),
  into_id: column.id<'tag'>().nullable(),
})
