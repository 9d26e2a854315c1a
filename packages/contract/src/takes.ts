// Fields that a body may give in a wider form than answers have: a moment with any offset, a host name in capitals.
import { z } from 'zod'

// Unknown, because a registry's types stand for the schema's own.
const bodies = z.registry<{ field: unknown }>()

/** The answer's field, taken by bodies as `body` says. What that gives must be what the answer's schema takes. */
export function takes<S extends z.ZodType>(answer: S, body: z.ZodType<z.output<S>, z.output<S>>): S {
  bodies.add(answer, { field: body })
  return answer
}

/** An answer's field as bodies have it, with the description that it has in the answer. */
export function bodyField(answer: z.ZodType): z.ZodType {
  const { description } = answer.meta() ?? {}
  const described = (field: z.ZodType) => (description ? field.describe(description) : field)
  if (answer instanceof z.ZodNullable) return described(bodyField(answer.unwrap() as z.ZodType).nullable())
  const wider = bodies.get(answer)?.field as z.ZodType | undefined
  return wider ? described(wider) : answer
}
