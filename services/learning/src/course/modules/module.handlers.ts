import { newId, Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import { checkCourses, checkRules } from '../../study/openings/course-rules.ts'
import { rulesOf } from '../../study/openings/opening.rules.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { noRules } from '../../study/openings/rule-schema.ts'
import { closingOf } from '../../study/schedule/closing.ts'
import type { CourseLesson } from '../../study/schedule/schedule.store.ts'
import { courseUpdated } from '../courses/course.contract.ts'
import { moduleRoom, modules, refusals } from './module.contract.ts'
import { inCourse } from './module.store.ts'

const reads = crudHandlers(
  { list: modules.list, create: modules.create, get: modules.get },
  ({ modules }: Stores) => modules,
  { sets: () => ({ position: 1 }) },
)

const rulesPath = 'body.access_rules'

// The row of the course is locked first: it keeps its modules and lessons in order.
export const moduleHandlers = builder.implement(
  modules,
  {
    list: reads.list,
    get: reads.get,

    create: async ({ body, emit }, stores) => {
      const { courses, modules, lessons, ruleRefs } = stores
      const course = await courses.lockFor(body.course_id)
      if (!course) throw new Refused(refusals.module_course_unknown)
      const where = inCourse(course.id)
      const [position, lessonsOf, items] = await Promise.all([
        modules.nextPosition(where),
        lessons.ofCourse(course.id),
        ruleRefs.itemsOf(course.id),
        modules.refuseBeyond(moduleRoom, where),
      ])
      const id = newId('mod')
      checkRules(id, body.access_rules, { modules: [], lessons: lessonsOf, items }, rulesPath)
      await checkCourses(course.id, body.access_rules, rulesPath, stores)
      const createdModule = modules.insert({ ...body, position, ...modules.fresh(id) })
      ruleRefs.note(createdModule, createdModule.access_rules)
      emit(courseUpdated, courses.touch(course), { previous: course })
      return createdModule
    },

    update: async ({ path, body: { dry_run = false, ...body }, now, work, emit }, stores) => {
      const { courses, modules, lessons, ruleRefs } = stores
      const { course_id } = await modules.get(path.id)
      const course = (await courses.lockFor(course_id))!
      const module = await modules.lock(path.id)
      if (body.access_rules) {
        const [modulesOf, lessonsOf, items] = await Promise.all([
          modules.ofCourse(course_id),
          lessons.ofCourse(course_id),
          ruleRefs.itemsOf(course_id),
        ])
        checkRules(module.id, body.access_rules, { modules: modulesOf, lessons: lessonsOf, items }, rulesPath)
        await checkCourses(course_id, body.access_rules, rulesPath, stores)
      }
      if (dry_run) {
        const rules = body.access_rules ?? module.access_rules
        const ofLessons = await lessons.ofCourse(course_id)
        const own = new Map(ofLessons.map(({ id, access_rules }) => [id, access_rules]))
        const change = (each: CourseLesson) =>
          each.module_id === module.id
            ? { ...each, rules: rulesOf(rules, own.get(each.id) ?? noRules) }
            : each
        const closes = { ...(await closingOf(course_id, change, stores, now)), waiting: [] }
        return { ...module, ...body, closes }
      }
      const saved = modules.save(module, body)
      if (saved === module) return { ...saved, closes: null }
      if (body.access_rules) {
        ruleRefs.note(saved, saved.access_rules)
        armCourse(work, course_id)
      }
      emit(courseUpdated, courses.touch(course), { previous: course })
      return { ...saved, closes: null }
    },

    delete: async ({ path, emit }, { courses, modules, lessons, ruleRefs }) => {
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
  },
  expanders,
)
