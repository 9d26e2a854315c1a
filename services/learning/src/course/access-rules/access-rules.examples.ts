// Test values for requests about opening rules, besides their declared bodies.
import { type Examples, on, type School } from '@lms/testing/examples'
import { publishedLesson } from '../../testing/published-lesson.ts'

/** By the field with which a condition names an object: the condition; `lesson` is one of the course. */
const conditions = {
  tag_id: async (school: School) => ({ kind: 'tag', tag_id: (await school.make('tags.create')).id }),
  offer_id: async (school: School) => ({ kind: 'offer', offer_id: (await school.make('offers.create')).id }),
  webinar_id: async (school: School) => ({
    kind: 'webinar_presence',
    webinar_id: (await school.make('webinars.create')).id,
    minutes: 30,
  }),
  lesson_id: async (_: School, lesson: string) => ({ kind: 'after_lesson', lesson_id: lesson }),
  course_id: async (school: School) => ({
    kind: 'after_course',
    course_id: (await school.make('courses.create')).id,
  }),
  item_id: async (school: School, lesson_id: string) => ({
    kind: 'score',
    item_id: (await school.done('quizzes.create', { body: { lesson_id, title: 'x' } })).id,
    percent: 50,
  }),
}

/** The same as one of several conditions of which one is enough. */
const amongOthers = (condition: object) => ({
  kind: 'any_of',
  conditions: [condition, { kind: 'date', at: '2030-01-01T00:00:00Z' }],
})

/** By the operation: its request with this condition. */
const requests = {
  'lessonAccessRules.set conditions': ({ other, condition }: RuleContext) => ({
    path: { id: other.id },
    body: { conditions: [condition] },
  }),
  'modules.create access_rules.conditions': ({ course_id, condition }: RuleContext) => ({
    body: { course_id, title: 'x', access_rules: { conditions: [condition] } },
  }),
  'modules.update access_rules.conditions': ({ empty, condition }: RuleContext) => ({
    path: { id: empty.id },
    body: { access_rules: { conditions: [condition] } },
  }),
}
interface RuleContext {
  course_id: string
  other: { id: string }
  /** A module without lessons. */
  empty: { id: string }
  condition: object
}

export const examples: Examples = { 'lessonAccessRules.get': on(publishedLesson) }

export const references: Examples = Object.fromEntries(
  Object.entries(requests).flatMap(([name, request]) =>
    Object.entries(conditions).flatMap(([field, makeCondition]) => {
      const build = async (school: School, wrapped: (condition: object) => object) => {
        const lesson = await school.make('lessons.create')
        const { course_id, module_id } = lesson
        const [other, empty, condition] = await Promise.all([
          school.done('lessons.create', { body: { module_id, title: 'x' } }),
          school.done('modules.create', { body: { course_id, title: 'x' } }),
          makeCondition(school, lesson.id),
        ])
        return request({ course_id, other, empty, condition: wrapped(condition) })
      }
      return [
        [`${name}.[].${field}`, (school: School) => build(school, condition => condition)],
        [`${name}.[].conditions.[].${field}`, (school: School) => build(school, amongOthers)],
      ] as const
    }),
  ),
)
