// A condition: the person's homework of another lesson is accepted. That lesson is a stop lesson.
import { id } from '@lms/contract'
import { z } from 'zod'
import type { Kind } from './facts.ts'

export const AfterAcceptanceCondition = z.strictObject({
  kind: z.literal('after_acceptance'),
  lesson_id: id('les').describe('The lesson whose homework is to be accepted.'),
})

export const afterAcceptanceKind: Kind<z.infer<typeof AfterAcceptanceCondition>> = {
  opens_by: 'curator',
  ref: ({ lesson_id }) => lesson_id,
  metAt: ({ lesson_id }, { lesson }) => lesson(lesson_id)?.accepted_at ?? null,
}
