// A condition: the person has a tag.
import type { z } from 'zod'
import type { TagCondition } from './condition-schema.ts'
import type { Kind } from './facts.ts'

export const tagKind: Kind<z.infer<typeof TagCondition>> = {
  opens_by: 'school',
  ref: ({ tag_id }) => tag_id,
  metAt: ({ tag_id }, { tags }) => tags.get(tag_id) ?? null,
}
