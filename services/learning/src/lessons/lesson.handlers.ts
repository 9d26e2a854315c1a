import { newId, Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { isWorkedIn, removeWorkOf } from '../deletions/worked-in.ts'
import { lessonCreated, lessonDeleted, lessonRoom, lessons, refusals } from './lesson.contract.ts'
import { inCourse, inModule } from './lesson.store.ts'

const crud = crudHandlers(lessons, ({ lessons }: Stores) => lessons, {
  sets: (_, { before }) => ({ course_id: before!.course_id, position: before!.position }),
})

export const lessonHandlers = builder.implement(lessons, {
  ...crud,

  // The row of the course is locked first: it keeps its modules and lessons in order.
  create: async ({ body, emit }, { courses, modules, lessons }) => {
    const module = await modules.find(body.module_id)
    const course = module && (await courses.lockFor(module.course_id))
    // It may have been deleted since it was read.
    if (!course || !(await modules.find(body.module_id))) throw new Refused(refusals.lesson_module_unknown)
    const [position] = await Promise.all([
      lessons.nextPosition(inModule(body.module_id)),
      lessons.refuseBeyond(lessonRoom, inCourse(course.id)),
    ])
    const made = lessons.insert({ ...body, course_id: course.id, position, ...lessons.fresh(newId('les')) })
    courses.touch(course)
    emit(lessonCreated, made)
    return made
  },

  remove: async ({ path, emit }, stores) => {
    const { courses, lessons, blocks } = stores
    const { course_id } = await lessons.get(path.id)
    const course = (await courses.lockFor(course_id))!
    const lesson = await lessons.lock(path.id)
    if (await isWorkedIn('lesson_id', lesson.id, stores)) throw new Refused(refusals.lesson_worked_in)
    blocks.removeOf('lesson_id', lesson.id)
    removeWorkOf('lesson_id', lesson.id, stores)
    lessons.remove(lesson)
    lessons.closeGap(lesson)
    courses.touch(course)
    emit(lessonDeleted, lesson)
    return { id: lesson.id, deleted: true as const }
  },
})
