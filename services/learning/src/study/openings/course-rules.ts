// What the rules of a course may name: its own lessons, none of which waits for itself.
import { type Id, type RefusalDetail, Refused, refuse } from '@lms/contract'
import { cycleIn } from './cycle.rules.ts'
import { lessonOf, type OpeningRules } from './rule-schema.ts'

export const refusals = refuse({
  lessons_circular: {
    status: 422,
    when: 'lessons would wait for each other, so that none of them ever opens',
    message: 'With this change lessons wait for each other and never open. The path is in details.',
  },
  rule_lesson_unknown: {
    status: 422,
    when: 'a condition names a lesson that is not of the course',
    message:
      'A condition can only name a lesson of the same course: see details. GET /v1/courses/{id}/structure lists them.',
  },
})

/** The modules and lessons of a course, all of them. */
export interface RuledCourse {
  modules: readonly { id: Id<'mod'>; access_rules: OpeningRules }[]
  lessons: readonly { id: Id<'les'>; module_id: Id<'mod'>; access_rules: OpeningRules }[]
}

/**
 * Refuses the new rules of a lesson or module that name a lesson besides those of the course, or close a circle; `path` is
 * their place in the body.
 */
export function checkRules(
  id: string,
  access_rules: OpeningRules,
  { modules, lessons }: RuledCourse,
  path: string,
): void {
  const present = new Set<string>(lessons.map(lesson => lesson.id))
  const details = access_rules.conditions.flatMap((condition, index): RefusalDetail[] => {
    const lessonId = lessonOf(condition)
    if (!lessonId || present.has(lessonId)) return []
    return [
      { path: `${path}.conditions.${index}.lesson_id`, message: `this course has no lesson ${lessonId}` },
    ]
  })
  if (details.length) throw new Refused(refusals.rule_lesson_unknown, undefined, { details })
  const changed = <T extends { id: string }>(rows: readonly T[]) =>
    rows.map(row => (row.id === id ? { ...row, access_rules } : row))
  checkCycles({ modules: changed(modules), lessons: changed(lessons) })
}

/** Refuses a course in which lessons wait for each other; the path names them from the first to itself. */
export function checkCycles({ modules, lessons }: RuledCourse): void {
  const ofModule = new Map(modules.map(module => [module.id, module.access_rules.conditions]))
  const path = cycleIn(
    lessons.map(({ id, module_id, access_rules }) => ({
      id,
      conditions: [...(ofModule.get(module_id) ?? []), ...access_rules.conditions],
    })),
  )
  if (!path) return
  const message = path.slice(0, 20).join(' waits for ')
  throw new Refused(refusals.lessons_circular, undefined, { details: [{ path: 'body', message }] })
}
