// Categories of a gradebook, and what quizzes and homework say about their place in it.
import { refuse, text } from '@lms/contract'
import { z } from 'zod'

export const maxCategories = 20

export const categoryKey = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must have up to 40 characters of a-z, 0-9, - and _')
    .meta({ examples: ['tests'] })

export const GradeCategory = z.object({
  key: categoryKey().describe('What quizzes and homework name; it stays when the title changes.'),
  title: text(100, 1).describe('What the gradebook calls it.'),
  weight: z
    .int32()
    .min(1)
    .max(1000)
    .describe(
      'What it counts in the total beside the other categories: twice as much with twice the weight.',
    ),
  drop_lowest: z
    .int32()
    .min(0)
    .max(50)
    .describe('How many of the lowest results of each person do not count; one always counts.'),
})
export type GradeCategory = z.infer<typeof GradeCategory>

export const refusals = refuse({
  grade_category_unknown: {
    status: 422,
    when: 'the course has no such category of the gradebook',
    message:
      'The course has no category of the gradebook with this key. Its grade_categories have the keys: GET /v1/courses/{id}.',
  },
})

/** Fields of a quiz or homework about its place in the gradebook. */
export const gradingFields = {
  grade_category: categoryKey()
    .nullable()
    .describe(
      'The category of the gradebook in which it counts, by the key that the course gives it. Null: where the course has categories, it counts nothing.',
    ),
  extra_credit: z
    .boolean()
    .describe('Whether it only adds to the result of its category: nobody loses by not doing it.'),
}
