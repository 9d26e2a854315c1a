import { builder, type Stores } from '../builder.ts'
import { courseUpdated } from '../courses/course.contract.ts'
import { lessonUpdated } from '../lessons/lesson.contract.ts'
import type { OpeningRules } from '../openings/rule.schema.ts'
import { lessonAccessRules, moduleAccessRules } from './access-rules.contract.ts'
import { checkCycles, checkLessons } from './access-rules.rules.ts'

// The row of the course is locked first: two changes that are each without a circle could make one together.
export const lessonAccessRulesHandlers = builder.implement(lessonAccessRules, {
  get: async ({ path }, { lessons }) => shown(await lessons.get(path.id)),

  set: async ({ path, body, emit }, stores) => {
    const { courses, lessons, ruleRefs } = stores
    await courses.lockFor((await lessons.get(path.id)).course_id)
    const lesson = await lessons.lock(path.id)
    await checkRules({ ...lesson, opening_rules: body }, stores)
    const saved = lessons.save(lesson, { opening_rules: body })
    if (saved === lesson) return shown(lesson)
    ruleRefs.note(lesson, body)
    emit(lessonUpdated, saved, { previous: lesson })
    return shown(saved)
  },
})

export const moduleAccessRulesHandlers = builder.implement(moduleAccessRules, {
  get: async ({ path }, { modules }) => shown(await modules.get(path.id)),

  set: async ({ path, body, emit }, stores) => {
    const { courses, modules, ruleRefs } = stores
    const course = (await courses.lockFor((await modules.get(path.id)).course_id))!
    const module = await modules.lock(path.id)
    await checkRules({ ...module, opening_rules: body }, stores)
    const saved = modules.save(module, { opening_rules: body })
    if (saved === module) return shown(module)
    ruleRefs.note(module, body)
    emit(courseUpdated, courses.touch(course), { previous: course })
    return shown(saved)
  },
})

/** Refuses the new rules of a lesson or module if they name a lesson of another course, or close a circle. */
async function checkRules(
  changed: { id: string; course_id: string; opening_rules: OpeningRules },
  { modules, lessons }: Stores,
): Promise<void> {
  const [modulesOf, lessonsOf] = await Promise.all([
    modules.ofCourse(changed.course_id),
    lessons.ofCourse(changed.course_id),
  ])
  const { opening_rules } = changed
  const withChange = <T extends { id: string }>(rows: readonly T[]) =>
    rows.map(row => (row.id === changed.id ? { ...row, opening_rules } : row))
  checkLessons(opening_rules, lessonsOf)
  checkCycles({ modules: withChange(modulesOf), lessons: withChange(lessonsOf) })
}

const shown = <Id extends string>({
  id,
  version,
  opening_rules,
}: {
  id: Id
  version: number
  opening_rules: OpeningRules
}) => ({ id, version, ...opening_rules })
