// What a transfer into another flow does to the openings of lessons: both schedules, by the same function as every schedule.
import type { Id } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import { schedulesOf } from '../schedule/enrollment-schedule.ts'
import type { TransferLesson } from './flow.contract.ts'

interface Transfer {
  user_id: Id<'usr'>
  from_group_id: Id<'grp'>
  to_group_id: Id<'grp'>
  to_course_ids: readonly Id<'crs'>[]
}

/** The lessons of all courses that the student studies in the flow, with their openings in both flows. */
export async function transferLessons(
  { user_id, from_group_id, to_group_id, to_course_ids }: Transfer,
  stores: Stores,
  now: string,
): Promise<TransferLesson[]> {
  const { overrides, schedules, attendances, school } = stores
  const needed = { overrides, schedules, attendances, school }
  const present = await stores.enrollments.inFlow(user_id, from_group_id)
  const moved = present.map(row => ({ ...row, group_id: to_group_id }))
  const rights = await stores.rights.ofPairs(present)
  // The new flow gives its own courses: the rights to the others end with the membership.
  const nextRights = rights.map(right =>
    right.group_id === from_group_id && !to_course_ids.includes(right.course_id)
      ? { ...right, status: 'revoked' as const, ended_at: right.ended_at ?? now }
      : right,
  )
  const [before, after] = await Promise.all([
    schedulesOf(present, stores, now),
    schedulesOf(moved, { ...needed, rights: { ofPairs: async () => nextRights } }, now),
  ])
  const openingById = new Map(after.flatMap(({ lessons }) => lessons.map(each => [each.lesson_id, each])))
  return before.flatMap(({ enrollment, lessons }) =>
    lessons.flatMap(lesson => {
      const other = openingById.get(lesson.lesson_id)
      // A lesson that is being deleted may be in one of the two readings alone.
      if (!other) return []
      return {
        course_id: enrollment.course_id,
        lesson_id: lesson.lesson_id,
        opens_at: lesson.opens_at,
        new_opens_at: other.opens_at,
        status: lesson.status,
        new_status: other.status,
        closes: lesson.status === 'open' && other.status === 'closed',
      }
    }),
  )
}
