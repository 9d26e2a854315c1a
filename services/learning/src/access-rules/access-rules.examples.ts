// Test values for requests about opening rules, besides their declared bodies.
import { type Examples, on, type School } from '@lms/testing/examples'
import { publishedLesson } from '../testing/published.ts'

const condition = {
  tag_id: async (school: School) => ({ kind: 'tag', tag_id: (await school.make('tags.create')).id }),
  offer_id: async (school: School) => ({ kind: 'offer', offer_id: (await school.make('offers.create')).id }),
}

export const examples: Examples = {
  'lessonAccessRules.get': on(publishedLesson),
  'moduleAccessRules.get': async school => ({ path: { id: (await publishedLesson(school)).module_id } }),
}

export const references: Examples = Object.fromEntries(
  (['tag_id', 'offer_id'] as const).flatMap(field =>
    (['lesson', 'module'] as const).map(of => [
      `${of}AccessRules.set conditions.[].${field}`,
      async (school: School) => ({
        path: { id: (await school.make(`${of}s.create`)).id },
        body: { conditions: [await condition[field](school)], deadline: null },
      }),
    ]),
  ),
)
