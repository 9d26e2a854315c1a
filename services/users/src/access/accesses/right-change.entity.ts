import { column, tenantEntity } from '@lms/service-host'

/** Changed accesses and groups with a start, with the id of the last transaction that changed them; written by triggers. */
export const RightChangeEntity = tenantEntity(
  'users',
  'right_changes',
  { id: column.id<'acc' | 'grp'>().primary(), changed: column.bigint() },
  {
    archive: {
      never: 'tells services which rights changed; they copy all rights of a restored school',
      returns: 'by triggers',
    },
    indexes: [{ properties: ['school_id', 'changed'] }],
  },
)
