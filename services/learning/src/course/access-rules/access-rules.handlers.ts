import { builder } from '../../builder.ts'
import { checkRules } from '../../study/openings/course-rules.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { lessonUpdated } from '../lessons/lesson.contract.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import { lessonAccessRules } from './access-rules.contract.ts'

export const lessonAccessRulesHandlers = builder.implement(lessonAccessRules, {
  get: async ({ path }, { lessons }) => accessRulesOf(await lessons.get(path.id)),

  // The row of the course is locked first: two changes that are each without a circle could make one together.
  set: async ({ path, body, work, emit }, { courses, modules, lessons, ruleRefs }) => {
    const { course_id } = await lessons.get(path.id)
    await courses.lockFor(course_id)
    const lesson = await lessons.lock(path.id)
    const [modulesOf, lessonsOf] = await Promise.all([
      modules.ofCourse(course_id),
      lessons.ofCourse(course_id),
    ])
    checkRules(lesson.id, body, { modules: modulesOf, lessons: lessonsOf }, 'body')
    const saved = lessons.save(lesson, { access_rules: body })
    if (saved === lesson) return accessRulesOf(lesson)
    ruleRefs.note(lesson, body)
    armCourse(work, course_id)
    emit(lessonUpdated, saved, { previous: lesson })
    return accessRulesOf(saved)
  },
})

const accessRulesOf = ({ id, version, access_rules }: LessonRow) => ({ id, version, ...access_rules })
