// A condition: the person's homework of another lesson is accepted. That lesson is a stop lesson.
import type { z } from 'zod'
import type { AfterAcceptanceCondition } from './condition-schema.ts'
import type { Kind } from './facts.ts'

export const afterAcceptanceKind: Kind<z.infer<typeof AfterAcceptanceCondition>> = {
  opens_by: 'curator',
  ref: ({ lesson_id }) => lesson_id,
  metAt: ({ lesson_id }, { lesson }) => lesson(lesson_id)?.accepted_at ?? null,
}
