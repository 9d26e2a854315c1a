// Values that a declared schema refuses.
import { z } from 'zod'

/** The fields of a body that refuse `wrong`. */
export function wrongFields(schema: z.ZodType): Record<string, unknown> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const refused = names.filter(name => !(schema as z.ZodObject).shape[name]!.safeParse(wrong).success)
  return Object.fromEntries(refused.map(name => [name, wrong]))
}
const wrong = [[{ nothing: 'takes this' }]]
