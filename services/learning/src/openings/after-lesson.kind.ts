// A condition: the person has completed another lesson.
import { id } from '@lms/contract'
import { z } from 'zod'
import type { Kind } from './facts.ts'

export const AfterLessonCondition = z.strictObject({
  kind: z.literal('after_lesson'),
  lesson_id: id('les').describe('The lesson to complete.'),
})

export const afterLessonKind: Kind<z.infer<typeof AfterLessonCondition>> = {
  opens_by: 'student',
  ref: ({ lesson_id }) => lesson_id,
  metAt: ({ lesson_id }, { lesson }) => lesson(lesson_id)?.completed_at ?? null,
}
