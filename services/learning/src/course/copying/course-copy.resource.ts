import { newId } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { itemOf, noRules, type OpeningRules, partsOf } from '../../study/openings/rule-schema.ts'
import { courseCreated, courseRoom } from '../courses/course.contract.ts'
import { courseCopies } from './copy.contract.ts'
import { type CopiedWorks, copied, newIdsFor } from './copy.rules.ts'
import { fillCopyTask } from './copy.run.ts'
import { fillCopy } from './copy.task.ts'

const courseCopyHandlers = builder.implement(courseCopies, {
  // Modules and lessons are copied at once, so that the copy has its structure; blocks follow in a task.
  copy: async ({ path, body, work, now, emit }, { courses, modules, lessons, quizzes, ruleRefs }) => {
    const course = await courses.lock(path.id)
    const [modulesOf, lessonsOf] = await Promise.all([
      modules.ofCourse(course.id),
      lessons.ofCourse(course.id),
      courses.refuseBeyond(courseRoom),
    ])
    const ids = newIdsFor([...modulesOf, ...lessonsOf].map(({ id }) => id))
    const course_id = newId('crs')
    ids.set(course.id, course_id)
    const works = newIdsFor([
      ...(body.schedule ? [...modulesOf, ...lessonsOf].flatMap(each => itemsOf(each.access_rules)) : []),
      ...(await quizzes.sourcesIn(course.id)),
    ])
    for (const [from, to] of works) ids.set(from, to)
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
    const named = [...works].map(([from, to]) => ({ from, to })) as unknown as CopiedWorks
    const payload = { course_id, lessons: pairs, works: [...named] }
    if (pairs.length) enqueue(work, fillCopy, payload, { key: course_id })
    emit(courseCreated, createdCourse)
    return createdCourse
  },
})

/** The quizzes and homework that rules name. */
const itemsOf = ({ conditions }: OpeningRules): string[] =>
  conditions.flatMap(partsOf).flatMap(part => itemOf(part) ?? [])

/** The row, without its opening rules if the copy has none. */
const withSchedule = <Row extends { access_rules: OpeningRules }>(row: Row, keeps: boolean): Row =>
  keeps ? row : { ...row, access_rules: noRules }

export const courseCopyResource = builder.resource({
  handlers: [courseCopyHandlers],
  tasks: [fillCopyTask],
})
