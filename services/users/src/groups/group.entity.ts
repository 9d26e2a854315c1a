import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { Group } from './group.contract.ts'
import type { Member } from './member.contract.ts'

export const GroupEntity = tenantEntity(
  'users',
  'groups',
  {
    id: column.id<'grp'>().primary(),
    name: column.text(),
    description: column.text(),
    curator_id: column.id<'usr'>().nullable(),
    starts_at: column.time().nullable(),
    course_ids: column.json<Group['course_ids']>(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [
      { properties: ['school_id', 'created_at', 'id'] },
      { properties: ['school_id', 'updated_at', 'id'] },
      { properties: ['school_id', 'name', 'id'] },
      { properties: ['school_id', 'curator_id'] },
    ],
  },
)

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
