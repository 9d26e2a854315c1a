import { newId, Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { noRules } from '../../study/openings/rule-schema.ts'
import { isWorkedIn, removeWorkOf } from '../deletions/lesson-work.ts'
import { lessonCreated, lessonDeleted, lessonRoom, lessons, refusals } from './lesson.contract.ts'
import { inCourse, inModule } from './lesson.store.ts'

const crud = crudHandlers(lessons, ({ lessons }: Stores) => lessons, {
  sets: (_, { before }) => ({
    course_id: before!.course_id,
    position: before!.position,
    access_rules: before!.access_rules,
  }),
})

export const lessonHandlers = builder.implement(lessons, {
  ...crud,

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
      course_id: course.id,
      position,
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

  update: async (input, stores) => {
    const changed = await crud.update(input, stores)
    const { status, required, completion } = input.body
    const counts = status !== undefined || required !== undefined || completion !== undefined
    if (status !== undefined) armCourse(input.work, changed.course_id)
    if (counts) stores.lessonProgress.recount(changed.course_id)
    return changed
  },

  delete: async ({ path, emit }, stores) => {
    const { courses, lessons, blocks, ruleRefs, lessonProgress } = stores
    const { course_id } = await lessons.get(path.id)
    const course = (await courses.lockFor(course_id))!
    const lesson = await lessons.lock(path.id)
    const [naming, studied, worked] = await Promise.all([
      ruleRefs.naming(lesson.id),
      lessonProgress.anyIn(lesson.id),
      isWorkedIn('lesson_id', lesson.id, stores),
    ])
    if (studied) throw new Refused(refusals.lesson_studied)
    if (worked) throw new Refused(refusals.lesson_worked_in)
    if (naming.length)
      throw new Refused(refusals.lesson_named, undefined, {
        details: naming.map(id => ({ path: 'id', message: `the opening rules of ${id} name this lesson` })),
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
})
