// Test values for requests about opening rules, besides their declared bodies.
import { type Examples, on, type School } from '@lms/testing/examples'
import { publishedLesson } from '../testing/published.ts'

const rulesNaming = {
  tag_id: async (school: School) => ({
    conditions: [{ kind: 'tag', tag_id: (await school.make('tags.create')).id }],
  }),
  offer_id: async (school: School) => ({
    conditions: [{ kind: 'offer', offer_id: (await school.make('offers.create')).id }],
  }),
}

export const examples: Examples = { 'lessonAccessRules.get': on(publishedLesson) }

export const references: Examples = Object.fromEntries(
  (['tag_id', 'offer_id'] as const).flatMap(field => {
    const rules = rulesNaming[field]
    return [
      [
        `lessonAccessRules.set conditions.[].${field}`,
        async (school: School) => ({
          path: { id: (await school.make('lessons.create')).id },
          body: await rules(school),
        }),
      ],
      [
        `modules.create access_rules.conditions.[].${field}`,
        async (school: School) => ({
          body: {
            course_id: (await school.make('courses.create')).id,
            title: 'x',
            access_rules: await rules(school),
          },
        }),
      ],
      [
        `modules.change access_rules.conditions.[].${field}`,
        async (school: School) => ({
          path: { id: (await school.make('modules.create')).id },
          body: { access_rules: await rules(school) },
        }),
      ],
    ]
  }),
)
