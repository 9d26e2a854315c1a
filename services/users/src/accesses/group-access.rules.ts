// What the courses of a group give its members: pure.
import type { Id } from '@lms/contract'
import type { Access } from './access.contract.ts'

export interface Membership {
  group_id: Id<'grp'>
  user_id: Id<'usr'>
  /** The courses of the group. */
  course_ids: readonly Id<'crs'>[]
}
export interface GroupGrant {
  group_id: Id<'grp'>
  user_id: Id<'usr'>
  course_id: Id<'crs'>
}
type Present = Pick<Access, 'group_id' | 'user_id' | 'course_id'>

const nameOf = ({ group_id, user_id, course_id }: Present) => `${group_id} ${user_id} ${course_id}`

/**
 * What is to be granted and revoked, so that of `present` each member has each course of their group once, and nobody
 * anything else.
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
