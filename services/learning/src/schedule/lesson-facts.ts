// What people have achieved in lessons, as far as openings depend on it.
import type { Id } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'

export interface Achievement {
  completed_at: string | null
  accepted_at: string | null
}

/** The achievements of enrollments in their lessons, by `achievementKey`; a lesson without any is not among them. */
export async function lessonFacts(
  _enrollmentIds: readonly Id<'enr'>[],
  _work: UnitOfWork,
): Promise<ReadonlyMap<string, Achievement>> {
  return new Map()
}

export const achievementKey = (enrollmentId: string, lessonId: string): string =>
  `${enrollmentId} ${lessonId}`
