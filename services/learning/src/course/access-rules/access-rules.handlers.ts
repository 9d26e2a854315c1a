import { builder } from '../../builder.ts'
import { checkCourses, checkRules } from '../../study/openings/course-rules.ts'
import { rulesOf } from '../../study/openings/opening.rules.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { closingOf } from '../../study/schedule/closing.ts'
import type { CourseLesson } from '../../study/schedule/schedule.store.ts'
import { lessonUpdated } from '../lessons/lesson.contract.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import { lessonAccessRules } from './access-rules.contract.ts'

export const lessonAccessRulesHandlers = builder.implement(lessonAccessRules, {
  get: async ({ path }, { lessons }) => accessRulesOf(await lessons.get(path.id)),

  // The row of the course is locked first: two changes that are each without a circle could make one together.
  set: async ({ path, body: { dry_run = false, ...body }, now, work, emit }, stores) => {
    const { courses, modules, lessons, ruleRefs } = stores
    const { course_id } = await lessons.get(path.id)
    await courses.lockFor(course_id)
    const lesson = await lessons.lock(path.id)
    const [modulesOf, lessonsOf, items] = await Promise.all([
      modules.ofCourse(course_id),
      lessons.ofCourse(course_id),
      ruleRefs.itemsOf(course_id),
    ])
    checkRules(lesson.id, body, { modules: modulesOf, lessons: lessonsOf, items }, 'body')
    await checkCourses(course_id, body, 'body', stores)
    if (dry_run) {
      const ofModule = modulesOf.find(({ id }) => id === lesson.module_id)!.access_rules
      const rules = rulesOf(ofModule, body)
      const change = (each: CourseLesson) => (each.id === lesson.id ? { ...each, rules } : each)
      const closes = { ...(await closingOf(course_id, change, stores, now)), waiting: [] }
      return { ...accessRulesOf({ ...lesson, access_rules: body }), closes }
    }
    const saved = lessons.save(lesson, { access_rules: body })
    if (saved === lesson) return { ...accessRulesOf(lesson), closes: null }
    ruleRefs.note(lesson, body)
    armCourse(work, course_id)
    emit(lessonUpdated, saved, { previous: lesson })
    return { ...accessRulesOf(saved), closes: null }
  },
})

const accessRulesOf = ({ id, version, access_rules }: LessonRow) => ({ id, version, ...access_rules })
