import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { Member } from './member.contract.ts'

/** A membership has no id of its own: within its group it is named by the person's. */
export const MemberEntity = tenantEntity(
  'users',
  'group_members',
  {
    group_id: column.id<'grp'>().primary(),
    id: column.id<'usr'>().primary(),
    source: column.key<Member['source']>(),
    order_id: column.id<'ord'>().nullable(),
    created_at: commonColumns.created_at(),
  },
  {
    indexes: [
      { properties: ['school_id', 'group_id', 'created_at', 'id'] },
      { properties: ['school_id', 'id', 'group_id'] },
    ],
  },
)
