// A condition: the person has a tag.
import { reference } from '@lms/contract'
import { z } from 'zod'
import type { Kind } from './facts.ts'

export const TagCondition = z.strictObject({
  kind: z.literal('tag'),
  tag_id: reference(['tag']).describe('The tag to have.'),
})

export const tagKind: Kind<z.infer<typeof TagCondition>> = {
  opens_by: 'school',
  ref: ({ tag_id }) => tag_id,
  metAt: ({ tag_id }, { tags }) => tags.get(tag_id) ?? null,
}
