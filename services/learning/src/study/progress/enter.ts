// What a person does in lessons, and what follows from it: the lesson begins, is completed, and with it the course.
import { newId } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { EnrollmentRow } from '../enrollments/enrollment.store.ts'
import { armIfInRule } from '../openings/opening.task.ts'
import { isComplete, share } from './completion.rules.ts'
import type { LessonProgressRow, RuledLesson } from './lesson-progress.store.ts'
import { lessonStarted } from './progress.contract.ts'

export interface Happened {
  lesson: RuledLesson
  changes: Partial<
    Pick<LessonProgressRow, 'viewed_percent' | 'marked_at' | 'quiz_passed_at' | 'homework_accepted_at'>
  >
  /** Completes the lesson whatever its rule says. */
  complete?: boolean
}

type Parts = Pick<Stores, 'enrollments' | 'lessonProgress' | 'rights'>

/**
 * Enters that the quizzes of a lesson are passed, or its homework is accepted, by a person. Completes the lesson, and the
 * course, if nothing else is missing; does nothing for somebody who has never studied the course. Call it in the
 * transaction of the cause, after its own locks: it locks the enrollment. The operation declares `progressEvents`.
 */
export async function fulfill(
  { user_id, lesson_id }: Pick<LessonProgressRow, 'user_id' | 'lesson_id'>,
  what: 'quiz' | 'homework',
  stores: Parts,
  work: UnitOfWork,
): Promise<void> {
  const [lesson] = await stores.lessonProgress.ruled([lesson_id])
  const pair = lesson && { user_id, course_id: lesson.course_id }
  const [enrollment] = pair ? [...(await stores.enrollments.lockPairs([pair])).values()] : []
  if (!lesson || !enrollment) return
  const changes = { [what === 'quiz' ? 'quiz_passed_at' : 'homework_accepted_at']: work.now }
  await enter(enrollment, [{ lesson, changes }], stores, work)
}

/**
 * Enters what happened in lessons of a course in an enrollment, which is locked; returns the progress of these lessons.
 * What is completed stays so.
 */
export async function enter(
  enrollment: EnrollmentRow,
  happened: readonly Happened[],
  stores: Parts,
  work: UnitOfWork,
): Promise<LessonProgressRow[]> {
  const { lessonProgress } = stores
  const before = await lessonProgress.inLessons(
    enrollment.id,
    happened.map(({ lesson }) => lesson.id),
  )
  const startedIds = await lessonProgress.hold(
    happened.map(({ lesson }) => lesson.id).filter(id => !before.has(id)),
  )
  const present = happened.filter(({ lesson: { id } }) => before.has(id) || startedIds.has(id))
  const completed: string[] = []
  const rows = present.map(({ lesson, changes, complete = false }) => {
    const old = before.get(lesson.id)
    const row = old ? lessonProgress.save(old, changes) : begin(enrollment, { lesson, changes }, stores, work)
    if (row.completed_at !== null) return row
    const isRenewed = changes.marked_at || changes.quiz_passed_at || changes.homework_accepted_at
    const mayComplete = row.taken_back_at === null || Boolean(isRenewed)
    if (!(complete || (mayComplete && isComplete(lesson.completion, row)))) return row
    completed.push(lesson.id)
    return lessonProgress.move(row, 'complete', { completed_at: work.now, taken_back_at: null })
  })
  // Lessons that wait for one of these open as soon as this is committed.
  for (const { lesson, changes } of present)
    if (completed.includes(lesson.id) || changes.homework_accepted_at)
      armIfInRule(work, enrollment.id, lesson.id)
  if (completed.length) await count(enrollment, completed, stores)
  return rows
}

function begin(
  { id, user_id, course_id }: EnrollmentRow,
  { lesson, changes }: Happened,
  { lessonProgress }: Parts,
  work: UnitOfWork,
): LessonProgressRow {
  const row = lessonProgress.insert({
    ...lessonProgress.fresh(newId('lpr')),
    enrollment_id: id,
    user_id,
    course_id,
    lesson_id: lesson.id,
    status: 'started',
    viewed_percent: 0,
    started_at: work.now,
    marked_at: null,
    quiz_passed_at: null,
    homework_accepted_at: null,
    completed_at: null,
    taken_back_at: null,
    ...changes,
  })
  work.outgoing.emit(lessonStarted, row)
  return row
}

/** Counts the lessons of the course that are completed, together with those that are being completed now. */
async function count(
  enrollment: EnrollmentRow,
  completed: readonly string[],
  { enrollments, lessonProgress, rights }: Parts,
): Promise<void> {
  const counting = await lessonProgress.counting(enrollment.course_id)
  const [done, currentRights] = await Promise.all([
    lessonProgress.completedOf([enrollment.id], counting),
    rights.of(enrollment),
  ])
  const more = completed.filter(id => counting.has(id)).length
  enrollments.advance(enrollment, share((done.get(enrollment.id) ?? 0) + more, counting.size), currentRights)
}
