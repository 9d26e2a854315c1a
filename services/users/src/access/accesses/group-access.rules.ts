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

/**
 * The accesses of a student that move from one flow to the other: those to courses of both. `present` are those from both
 * flows; one that the new flow has given already stays alone.
 */
export function movable<A extends Present>(
  present: readonly A[],
  { from, to }: { from: string; to: { id: string; course_ids: readonly string[] } },
): A[] {
  const targetCourses = new Set(
    present.filter(({ group_id }) => group_id === to.id).map(({ course_id }) => course_id),
  )
  return present.filter(
    ({ group_id, course_id }) =>
      group_id === from && to.course_ids.includes(course_id) && !targetCourses.has(course_id),
  )
}
