// Enrollments follow the rights to courses: a right begins a study, and the rights together decide its state.
import { orderPaid } from '@lms/commerce/contract'
import { isId, newId } from '@lms/contract'
import { type Followed, textArray, type UnitOfWork } from '@lms/service-host'
import { courseRights, type RightChange } from '@lms/users/contract'
import { refusals as lessonRefusals } from '../openings/lesson-closed.ts'
import { armFlow } from '../openings/opening.task.ts'
import { changed, keyOf, RightStore } from '../rights/right.store.ts'
import { refusals } from './enrollment.contract.ts'
import { flowAfter } from './enrollment.rules.ts'
import { EnrollmentStore } from './enrollment.store.ts'

/** `before` is the service's: all operations that are answered from enrollments. */
export const followedRights: Followed<RightChange> = {
  of: 'rights to courses',
  service: 'users',
  progress: 'rights_progress',
  freshMs: 1000,
  unavailableMs: 60_000,
  ask: ({ client }, scope, { since, after }) =>
    client('users', { courseRights }, scope).courseRights.changed({ body: { since, after } }),
  keep: takeRights,
  // Who has just paid has a right in a moment.
  missing: {
    refusals: [refusals.access_missing, lessonRefusals.lesson_closed],
    sources: ['commerce'],
    types: [orderPaid.type],
  },
}

/** Stores changed rights, and gives the enrollments of their people the states that follow. */
export async function takeRights(
  changes: readonly RightChange[],
  work: UnitOfWork,
  isFull = false,
): Promise<void> {
  const [rights, enrollments] = [new RightStore(work), new EnrollmentStore(work)]
  const pairs = await rights.pairsOf(changes)
  const courses = await archivedOf(
    pairs.map(({ course_id }) => course_id),
    work,
  )
  const knownPairs = pairs.filter(({ course_id }) => courses.has(course_id))
  const rows = await enrollments.lockPairs(knownPairs)
  // A reading of everything begins from nothing.
  const before = isFull ? [] : await rights.ofPairs(knownPairs)
  if (isFull) rights.clear()
  rights.take(changes)
  // A flow that starts at another time opens its lessons at other times.
  for (const { id } of changes) if (isId('grp', id)) armFlow(work, id)
  const earlier = Map.groupBy(before, keyOf)
  const now = Map.groupBy(changed(before, changes), keyOf)
  for (const pair of knownPairs) {
    const row = rows.get(keyOf(pair))
    const currentRights = now.get(keyOf(pair)) ?? []
    if (row) {
      // A reading of everything says nothing about what is new.
      const group_id = isFull
        ? row.group_id
        : flowAfter(row.group_id, earlier.get(keyOf(pair)) ?? [], currentRights)
      enrollments.settle(enrollments.enter(row, group_id), currentRights)
    } else if (currentRights.length && !courses.get(pair.course_id))
      enrollments.begin(pair, newId('enr'), currentRights)
  }
}

/** Whether these courses are archived, so that nobody new begins them; without those that are not there. */
async function archivedOf(ids: readonly string[], work: UnitOfWork): Promise<Map<string, boolean>> {
  const { rows } = await work.read(
    `select id, status = 'archived' from "learning"."courses" where school_id = $1 and id = any($2::text[])`,
    [work.school, textArray(ids)],
  )
  return new Map(rows.map(([id, archived]) => [id!, archived === 't']))
}
