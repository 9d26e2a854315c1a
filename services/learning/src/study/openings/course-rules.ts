// What the rules of a course may name: its own lessons, quizzes and homework, none of whose lessons waits for itself; and other
// courses, none of which waits for this one.
import { type Id, type RefusalDetail, Refused, refuse } from '@lms/contract'
import { cycleIn } from './cycle.rules.ts'
import { type Condition, coursesOf, itemOf, lessonOf, type OpeningRules, partsOf } from './rule-schema.ts'

export const refusals = refuse({
  lessons_circular: {
    status: 422,
    when: 'lessons would wait for each other, so that none of them ever opens',
    message: 'With this change lessons wait for each other and never open. The path is in details.',
  },
  rule_lesson_unknown: {
    status: 422,
    when: 'a condition names a lesson, a quiz or a homework that is not of the course',
    message:
      'A condition can only name a lesson, a quiz or a homework of the same course: see details. GET /v1/courses/{id}/structure lists the lessons, GET /v1/quizzes?course_id=… and GET /v1/assignments?course_id=… the others.',
  },
  rule_course_unknown: {
    status: 422,
    when: 'a condition names a course that the school does not have',
    message: 'This school has no such course: see details. GET /v1/courses lists them.',
  },
  courses_circular: {
    status: 422,
    when: 'courses would wait for each other, so that nobody completes any of them',
    message:
      'The course that a condition names waits for this course itself, by its own rules or those of a third one. Take one of the conditions out.',
  },
})

/** The modules and lessons of a course, all of them, and the lessons of its quizzes and homework. */
export interface RuledCourse {
  modules: readonly { id: Id<'mod'>; access_rules: OpeningRules }[]
  lessons: readonly { id: Id<'les'>; module_id: Id<'mod'>; access_rules: OpeningRules }[]
  items: ReadonlyMap<string, Id<'les'>>
}

/**
 * Refuses the new rules of a lesson or module that name a lesson besides those of the course, or close a circle; `path` is
 * their place in the body.
 */
export function checkRules(
  id: string,
  access_rules: OpeningRules,
  { modules, lessons, items }: RuledCourse,
  path: string,
): void {
  const present = new Set<string>(lessons.map(lesson => lesson.id))
  const details = placesIn(access_rules, path).flatMap(({ part, place }): RefusalDetail[] => {
    const [lessonId, itemId] = [lessonOf(part), itemOf(part)]
    if (lessonId && !present.has(lessonId))
      return [{ path: `${place}.lesson_id`, message: `this course has no lesson ${lessonId}` }]
    if (itemId && !items.has(itemId))
      return [{ path: `${place}.item_id`, message: `this course has no quiz or homework ${itemId}` }]
    return []
  })
  if (details.length)
    throw new Refused(refusals.rule_lesson_unknown, undefined, { details: details.slice(0, 50) })
  const changed = <T extends { id: string }>(rows: readonly T[]) =>
    rows.map(row => (row.id === id ? { ...row, access_rules } : row))
  checkCycles({ modules: changed(modules), lessons: changed(lessons), items })
}

/** The conditions that are about one thing, each with its place in the body. */
function placesIn({ conditions }: OpeningRules, path: string) {
  return conditions.flatMap((condition, index) => {
    const place = `${path}.conditions.${index}`
    return partsOf(condition).map((part, partIndex) => ({
      part,
      place: condition.kind === 'any_of' ? `${place}.conditions.${partIndex}` : place,
    }))
  })
}

/** Refuses a course in which lessons wait for each other; the path names them from the first to itself. */
export function checkCycles({ modules, lessons, items }: RuledCourse): void {
  const ofModule = new Map(modules.map(module => [module.id, module.access_rules.conditions]))
  const path = cycleIn(
    lessons.map(({ id, module_id, access_rules }) => ({
      id,
      waits_for: [...(ofModule.get(module_id) ?? []), ...access_rules.conditions].flatMap(condition =>
        awaitedBy(condition, items),
      ),
    })),
  )
  if (!path) return
  const message = path.slice(0, 20).join(' waits for ')
  throw new Refused(refusals.lessons_circular, undefined, { details: [{ path: 'body', message }] })
}

/** The lessons for which a condition waits; of several of which one is enough, all. */
const awaitedBy = (condition: Condition, items: RuledCourse['items']): Id<'les'>[] =>
  partsOf(condition).flatMap(part => {
    const item = itemOf(part)
    return lessonOf(part) ?? (item && items.get(item)) ?? []
  })

interface Courses {
  courses: { many: (ids: readonly string[]) => Promise<readonly { id: string }[]> }
  ruleRefs: {
    lockCourses: () => Promise<unknown>
    isAwaiting: (courseIds: readonly string[], courseId: string) => Promise<boolean>
  }
}

/**
 * Refuses rules that name a course that is not there, or one that waits for this course. Of changes that come at once, each
 * sees the others: call it after the other locks.
 */
export async function checkCourses(
  courseId: string,
  access_rules: OpeningRules,
  path: string,
  { courses, ruleRefs }: Courses,
): Promise<void> {
  const ids = coursesOf(access_rules)
  if (ids.length === 0) return
  await ruleRefs.lockCourses()
  const present = new Set((await courses.many(ids)).map(({ id }) => id))
  const details = placesIn(access_rules, path).flatMap(({ part, place }) =>
    part.kind !== 'after_course' || present.has(part.course_id)
      ? []
      : [{ path: `${place}.course_id`, message: `this school has no course ${part.course_id}` }],
  )
  if (details.length)
    throw new Refused(refusals.rule_course_unknown, undefined, { details: details.slice(0, 50) })
  if (await ruleRefs.isAwaiting(ids, courseId)) throw new Refused(refusals.courses_circular)
}
