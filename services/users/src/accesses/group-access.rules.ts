// Accesses of members to the courses of their groups: pure functions.
import type { Id } from '@lms/contract'
import type { Membership } from '../group-accesses/group-access.store.ts'
import type { Access } from './access.contract.ts'

export interface GroupGrant {
  group_id: Id<'grp'>
  user_id: Id<'usr'>
  course_id: Id<'crs'>
}
type Present = Pick<Access, 'group_id' | 'user_id' | 'course_id'>

const nameOf = ({ group_id, user_id, course_id }: Present) => `${group_id} ${user_id} ${course_id}`

/**
 * The accesses to grant and revoke, compared with `present`, so that each member has each course of the group once, and
 * nobody else has any.
 */
export function difference<A extends Present>(
  memberships: readonly Membership[],
  present: readonly A[],
): { grant: GroupGrant[]; revoke: A[] } {
  const missing = new Map(
    memberships.flatMap(({ group_id, user_id, course_ids }) =>
      course_ids.map(course_id => {
        const grant = { group_id, user_id, course_id }
        return [nameOf(grant), grant] as const
      }),
    ),
  )
  const revoke = present.filter(access => !missing.delete(nameOf(access)))
  return { grant: [...missing.values()], revoke }
}
