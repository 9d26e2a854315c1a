import { column, tenantEntity } from '@lms/service-host'

/** Changed memberships and curatorships, with the id of the last transaction that changed them; written by triggers. */
export const GroupChangeEntity = tenantEntity(
  'users',
  'group_changes',
  {
    group_id: column.id<'grp'>().primary(),
    role: column.key<'curator' | 'member'>().primary(),
    user_id: column.id<'usr'>().primary(),
    changed: column.bigint(),
  },
  {
    archive: {
      never: 'tells services which memberships changed; they copy all members of a restored school',
      returns: 'by triggers',
    },
    indexes: [{ properties: ['school_id', 'changed'] }],
  },
)
