import { newId, Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { courseUpdated } from '../courses/course.contract.ts'
import { noRules } from '../openings/rule.schema.ts'
import { moduleRoom, modules, refusals } from './module.contract.ts'
import { inCourse } from './module.store.ts'

const reads = crudHandlers(
  { list: modules.list, create: modules.create, get: modules.get },
  ({ modules }: Stores) => modules,
  { sets: () => ({ position: 1, opening_rules: noRules }) },
)

// The row of the course is locked first: it keeps its modules and lessons in order.
export const moduleHandlers = builder.implement(modules, {
  list: reads.list,
  get: reads.get,

  create: async ({ body, emit }, { courses, modules }) => {
    const course = await courses.lockFor(body.course_id)
    if (!course) throw new Refused(refusals.module_course_unknown)
    const where = inCourse(course.id)
    const [position] = await Promise.all([
      modules.nextPosition(where),
      modules.refuseBeyond(moduleRoom, where),
    ])
    const made = modules.insert({
      ...body,
      position,
      opening_rules: noRules,
      ...modules.fresh(newId('mod')),
    })
    emit(courseUpdated, courses.touch(course), { previous: course })
    return made
  },

  change: async ({ path, body, emit }, { courses, modules }) => {
    const { course_id } = await modules.get(path.id)
    const course = (await courses.lockFor(course_id))!
    const module = await modules.lock(path.id)
    const saved = modules.save(module, body)
    if (saved !== module) emit(courseUpdated, courses.touch(course), { previous: course })
    return saved
  },

  remove: async ({ path, emit }, { courses, modules, lessons, ruleRefs }) => {
    const { course_id } = await modules.get(path.id)
    const course = (await courses.lockFor(course_id))!
    const module = await modules.lock(path.id)
    if (await lessons.anyIn(module.id)) throw new Refused(refusals.module_not_empty)
    modules.remove(module)
    modules.closeGap(module)
    ruleRefs.removeOf('ruled_id', module.id)
    emit(courseUpdated, courses.touch(course), { previous: course })
    return { id: module.id, deleted: true as const }
  },
})
