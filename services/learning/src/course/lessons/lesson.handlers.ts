import { newId, Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { noRules } from '../../study/openings/rule-schema.ts'
import { type Closing, maxClosingLessons } from '../../study/schedule/closing.contract.ts'
import { closingOf } from '../../study/schedule/closing.ts'
import type { CourseLesson } from '../../study/schedule/schedule.store.ts'
import { isWorkedIn, removeWorkOf } from '../deletions/lesson-work.ts'
import { completionOf } from './followed-completion.ts'
import {
  type CompletionRule,
  lessonCreated,
  lessonDeleted,
  lessonRoom,
  lessons,
  lessonUpdated,
  refusals,
} from './lesson.contract.ts'
import { inCourse, inModule, type LessonRow } from './lesson.store.ts'

const reads = crudHandlers(
  { list: lessons.list, create: lessons.create, get: lessons.get },
  ({ lessons }: Stores) => lessons,
  { sets: () => ({ position: 1 }) as never },
)

interface Sent {
  kind?: LessonRow['kind'] | undefined
  completion?: CompletionRule | null | undefined
}

/** A rule that is sent counts; null has it follow the content, as one that was never set does. */
async function completionAfter(
  before: LessonRow,
  { kind = before.kind, completion }: Sent,
  { assignments, quizzes }: Stores,
): Promise<Pick<LessonRow, 'completion' | 'completion_follows'>> {
  if (completion) return { completion, completion_follows: false }
  if (completion === undefined && !before.completion_follows) return before
  const [quizzesOf, assignmentsOf] = await Promise.all([
    quizzes.ofLesson(before.id),
    assignments.ofLesson(before.id),
  ])
  const has = { quiz: quizzesOf.length > 0, homework: assignmentsOf.length > 0 }
  return completionOf({ kind, completion: null }, has)
}

export const lessonHandlers = builder.implement(
  lessons,
  {
    list: reads.list,
    get: reads.get,

    // The row of the course is locked first: it keeps its modules and lessons in order.
    create: async ({ body, emit, work }, { courses, modules, lessons, lessonProgress }) => {
      const module = await modules.find(body.module_id)
      const course = module && (await courses.lockFor(module.course_id))
      // It may have been deleted since it was read.
      if (!course || !(await modules.find(body.module_id))) throw new Refused(refusals.lesson_module_unknown)
      const [position] = await Promise.all([
        lessons.nextPosition(inModule(body.module_id)),
        lessons.refuseBeyond(lessonRoom, inCourse(course.id)),
      ])
      const createdLesson = lessons.insert({
        ...body,
        ...completionOf(body, { quiz: false, homework: false }),
        course_id: course.id,
        position,
        has_draft: false,
        access_rules: noRules,
        ...lessons.fresh(newId('les')),
      })
      courses.touch(course)
      if (createdLesson.status === 'published') {
        lessonProgress.recount(course.id)
        armCourse(work, course.id)
      }
      emit(lessonCreated, createdLesson)
      return createdLesson
    },

    update: async (
      { path, body: { dry_run = false, completion: sent, draft, ...fields }, now, work, emit },
      stores,
    ) => {
      const { lessons, lessonProgress } = stores
      const lesson = await lessons.lock(path.id)
      const { completion, completion_follows } = await completionAfter(
        lesson,
        { kind: fields.kind, completion: sent },
        stores,
      )
      if (draft && draft !== 'begin' && !lesson.has_draft) throw new Refused(refusals.lesson_without_draft)
      const changes = {
        ...{ ...fields, completion, completion_follows },
        ...(draft && { has_draft: draft === 'begin' }),
      }
      if (dry_run) return withdrawn(lesson, changes, now, stores)
      const saved = lessons.change(lesson, changes)
      if (draft === 'begin' && !lesson.has_draft) stores.draftBlocks.begin(lesson.id)
      else if (draft === 'publish' || draft === 'discard') stores.draftBlocks[draft](lesson.id)
      if (saved === lesson) return { ...saved, closes: null }
      emit(lessonUpdated, saved, { previous: lesson })
      const { status, required, kind } = fields
      if (status !== undefined) armCourse(work, saved.course_id)
      if (draft === 'publish' && saved.completion.conditions.includes('viewed'))
        lessonProgress.recountLater(saved.course_id)
      if ([status, required, kind, sent].some(field => field !== undefined))
        lessonProgress.recount(saved.course_id)
      return { ...saved, closes: null }
    },

    delete: async ({ path, emit }, stores) => {
      const { courses, lessons, blocks, quizzes, ruleRefs, lessonProgress } = stores
      const { course_id } = await lessons.get(path.id)
      const course = (await courses.lockFor(course_id))!
      const lesson = await lessons.lock(path.id)
      const [naming, namingWork, drawing, studied, worked] = await Promise.all([
        ruleRefs.naming(lesson.id),
        ruleRefs.namingWorkOf(lesson.id),
        quizzes.drawingFrom('lesson_id', lesson.id),
        lessonProgress.anyIn(lesson.id),
        isWorkedIn('lesson_id', lesson.id, stores),
      ])
      if (studied) throw new Refused(refusals.lesson_studied)
      if (worked) throw new Refused(refusals.lesson_worked_in)
      const named = [...new Set([...naming, ...namingWork, ...drawing])]
      if (named.length)
        throw new Refused(refusals.lesson_named, undefined, {
          details: named.map(id => ({
            path: 'id',
            message: `the rules or draws of ${id} name this lesson, or a quiz or homework of it`,
          })),
        })
      ruleRefs.removeOf('ruled_id', lesson.id)
      blocks.removeOf('lesson_id', lesson.id)
      removeWorkOf('lesson_id', lesson.id, stores)
      lessons.remove(lesson)
      lessons.closeGap(lesson)
      courses.touch(course)
      lessonProgress.recount(course_id)
      emit(lessonDeleted, lesson)
      return { id: lesson.id, deleted: true as const }
    },
  },
  expanders,
)

/** The lesson as it would be, and whom that closes: itself to those who have it open, and others that wait for it. */
async function withdrawn(
  lesson: LessonRow,
  { status = lesson.status, ...changes }: { [K in keyof LessonRow]?: LessonRow[K] | undefined },
  now: string,
  stores: Stores,
) {
  const closesIt = status === 'draft' && lesson.status === 'published'
  const change = (each: CourseLesson) =>
    closesIt && each.id === lesson.id ? { ...each, published: false } : each
  const [closing, waiting] = await Promise.all([
    closingOf(lesson.course_id, change, stores, now),
    closesIt ? stores.ruleRefs.naming(lesson.id, maxClosingLessons) : [],
  ])
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return {
    ...{ ...lesson, ...set, status },
    closes: { ...closing, waiting: waiting as Closing['waiting'] },
  }
}
