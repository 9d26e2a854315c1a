import { newId } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { noRules, type OpeningRules } from '../../study/openings/rule-schema.ts'
import { courseCreated, courseRoom } from '../courses/course.contract.ts'
import { courseCopies } from './copy.contract.ts'
import { copied, newIdsFor } from './copy.rules.ts'
import { fillCopyTask } from './copy.run.ts'
import { fillCopy } from './copy.task.ts'

const courseCopyHandlers = builder.implement(courseCopies, {
  // Modules and lessons are copied at once, so that the copy has its structure; blocks follow in a task.
  copy: async ({ path, body, work, now, emit }, { courses, modules, lessons, ruleRefs }) => {
    const course = await courses.lock(path.id)
    const [modulesOf, lessonsOf] = await Promise.all([
      modules.ofCourse(course.id),
      lessons.ofCourse(course.id),
      courses.refuseBeyond(courseRoom),
    ])
    const ids = newIdsFor([...modulesOf, ...lessonsOf].map(({ id }) => id))
    const course_id = newId('crs')
    ids.set(course.id, course_id)
    const { school_id: _, ...card } = course
    const createdCourse = courses.insert({
      ...card,
      ...courses.fresh(course_id),
      title: body.title ?? course.title,
      status: 'draft',
      published_at: null,
      building: { done: 0, total: lessonsOf.length, problems: [] },
    })
    const [copiedModules, copiedLessons] = [
      modulesOf.map(row => copied(withSchedule(row, body.schedule), ids, now)),
      // The draft of a lesson stays with the original.
      lessonsOf.map(row => copied({ ...withSchedule(row, body.schedule), has_draft: false }, ids, now)),
    ]
    modules.insertAll(copiedModules)
    lessons.insertAll(copiedLessons)
    for (const row of [...copiedModules, ...copiedLessons])
      if (row.access_rules.conditions.length) ruleRefs.note(row, row.access_rules)
    const pairs = lessonsOf.map(({ id }) => ({ from: id, to: ids.get(id) as typeof id }))
    if (pairs.length) enqueue(work, fillCopy, { course_id, lessons: pairs }, { key: course_id })
    emit(courseCreated, createdCourse)
    return createdCourse
  },
})

/** The row, without its opening rules if the copy has none. */
const withSchedule = <Row extends { access_rules: OpeningRules }>(row: Row, keeps: boolean): Row =>
  keeps ? row : { ...row, access_rules: noRules }

export const courseCopyResource = builder.resource({
  handlers: [courseCopyHandlers],
  tasks: [fillCopyTask],
})
