// A condition: the person has completed another lesson.
import type { z } from 'zod'
import type { AfterLessonCondition } from './condition-schema.ts'
import type { Kind } from './facts.ts'

export const afterLessonKind: Kind<z.infer<typeof AfterLessonCondition>> = {
  opens_by: 'student',
  ref: ({ lesson_id }) => lesson_id,
  metAt: ({ lesson_id }, { lesson }) => lesson(lesson_id)?.completed_at ?? null,
}
