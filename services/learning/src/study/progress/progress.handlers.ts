import { type Caller, type Id, Refused } from '@lms/contract'
import { mapPage, missing } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import type { EnrollmentRow } from '../enrollments/enrollment.store.ts'
import { lessonClosed } from '../openings/lesson-closed.ts'
import { lessonOpening } from '../schedule/open-lesson.ts'
import type { BlockProgressRow } from './block-progress.store.ts'
import { share } from './completion.rules.ts'
import { enter } from './enter.ts'
import type { LessonProgressRow } from './lesson-progress.store.ts'
import { lessonCompletions, progress, refusals } from './progress.contract.ts'
import { enterReports } from './reports.ts'
import { secondsOf } from './watched.rules.ts'

export const progressHandlers = builder.implement(progress, {
  list: async ({ query }, stores) => {
    const page = await stores.lessonProgress.page(query)
    const blocks = await blocksOf(page.rows, stores)
    return mapPage(page, row => withBlocks(row, blocks))
  },

  report: async ({ body, caller, work }, stores) => {
    const entered = await enterReports(body.reports, personOf(caller), stores, work)
    const { accepted, unknown, warnings } = entered
    return {
      accepted,
      unknown,
      warnings,
      lessons: entered.lessons.map(row => withBlocks(row, entered.blocks)),
    }
  },

  reset: async ({ body }, { attempts, enrollments, grades, lessonProgress, people, rights }) => {
    const [isHere, row] = await Promise.all([people.holdPresent(body.user_id), enrollments.lockPair(body)])
    if (!isHere || !row) throw new Refused(refusals.study_unknown)
    lessonProgress.forget(row.id)
    attempts.forget(row.id)
    grades.forgetQuizzes(row.id)
    // Homework that was accepted cannot be sent again.
    lessonProgress.enterEnrollment(row)
    return enrollments.retreat(row, 0, await rights.of(row), { isTold: false })
  },
})

export const lessonCompletionHandlers = builder.implement(lessonCompletions, {
  complete: async ({ path, body, caller, now, work }, stores) => {
    const user_id = personOf(caller, body.user_id)
    const lesson = await stores.lessons.get(path.id)
    stores.lessons.checkVersion(lesson)
    const enrollment = await studyIn(lesson, user_id, stores)
    const byStaff = caller.role !== 'student'
    if (!byStaff) {
      if (!['active', 'completed'].includes(enrollment.status)) throw new Refused(refusals.study_not_running)
      if (!lesson.completion.conditions.includes('marked')) throw new Refused(refusals.lesson_not_markable)
      const opening = await lessonOpening(enrollment, lesson.id, stores, now)
      if (opening?.status === 'closed') throw lessonClosed(opening.reasons)
    }
    const [row] = await enter(
      enrollment,
      [{ lesson, changes: { marked_at: now }, complete: byStaff }],
      stores,
      work,
    )
    return row ?? missing()
  },

  undo: async ({ path, body, caller, now }, stores) => {
    const { enrollments, lessonProgress, rights } = stores
    const user_id = personOf(caller, body.user_id)
    const lesson = await stores.lessons.get(path.id)
    stores.lessons.checkVersion(lesson)
    const enrollment = await studyIn(lesson, user_id, stores)
    const row = (await lessonProgress.inLessons(enrollment.id, [lesson.id])).get(lesson.id)
    if (!row) throw new Refused(refusals.lesson_not_begun)
    const byStaff = caller.role !== 'student'
    const taken_back_at = byStaff ? now : row.taken_back_at
    if (row.completed_at === null) return lessonProgress.save(row, { marked_at: null })
    const counting = await lessonProgress.counting(lesson.course_id)
    if (counting.has(lesson.id)) {
      const [done, currentRights] = await Promise.all([
        lessonProgress.completedOf([enrollment.id], counting),
        rights.of(enrollment),
      ])
      const percent = share(done.get(enrollment.id)! - 1, counting.size)
      enrollments.retreat(enrollment, percent, currentRights, { isTold: !byStaff })
    }
    return lessonProgress.move(row, 'undo', { marked_at: null, completed_at: null, taken_back_at })
  },
})

/** The person that a call is about: for students always themselves. Others do not exist for them. */
function personOf({ user, role }: Caller, requestedId?: Id<'usr'>): Id<'usr'> {
  const person = requestedId ?? user
  if (person === null) throw new Refused(refusals.person_missing)
  return role === 'student' && person !== user ? missing() : person
}

/** The person's enrollment in the course of a lesson, locked; both stay until the end of the work. */
async function studyIn(
  { course_id }: Pick<LessonProgressRow, 'course_id'>,
  user_id: Id<'usr'>,
  { enrollments, people }: Stores,
): Promise<EnrollmentRow> {
  const [isHere, row] = await Promise.all([
    people.holdPresent(user_id),
    enrollments.lockPair({ user_id, course_id }),
  ])
  return (isHere && row) || missing()
}

/** What was reported of the blocks of the lessons of these rows. */
function blocksOf(rows: readonly LessonProgressRow[], { blockProgress }: Stores) {
  if (rows.length === 0) return []
  const enrollments = new Set(rows.map(({ enrollment_id }) => enrollment_id))
  return blockProgress.of([...enrollments], [...new Set(rows.map(({ lesson_id }) => lesson_id))])
}

const withBlocks = (row: LessonProgressRow, blocks: readonly BlockProgressRow[]) => ({
  ...row,
  blocks: blocks
    .filter(
      ({ enrollment_id, lesson_id }) => enrollment_id === row.enrollment_id && lesson_id === row.lesson_id,
    )
    .map(({ block_id, watched, position_seconds, reported_at }) => ({
      block_id: block_id as Id<'lbk'>,
      watched_seconds: secondsOf(watched),
      position_seconds,
      reported_at,
    })),
})
