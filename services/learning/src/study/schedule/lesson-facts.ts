// What people have achieved in lessons, as far as openings depend on it.
import type { Id } from '@lms/contract'
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'

export interface Achievement {
  completed_at: string | null
  accepted_at: string | null
}

/** The achievements of enrollments in their lessons, by `achievementKey`; a lesson without any is not among them. */
export async function lessonFacts(
  enrollmentIds: readonly Id<'enr'>[],
  work: UnitOfWork,
): Promise<ReadonlyMap<string, Achievement>> {
  const { rows } = await work.read(
    `select enrollment_id, lesson_id, completed_at, homework_accepted_at from "learning"."lesson_progress"
     where school_id = $1 and enrollment_id = any($2::text[])
       and (completed_at is not null or homework_accepted_at is not null)`,
    [work.school, textArray(enrollmentIds)],
  )
  return new Map(
    rows.map(([enrollment, lesson, completed, accepted]) => [
      achievementKey(enrollment!, lesson!),
      {
        completed_at: completed ? readDatabaseTime(completed) : null,
        accepted_at: accepted ? readDatabaseTime(accepted) : null,
      },
    ]),
  )
}

export const achievementKey = (enrollmentId: string, lessonId: string): string =>
  `${enrollmentId} ${lessonId}`
