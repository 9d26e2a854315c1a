// Fields with a wider form in bodies than in answers: a time with any offset, a host name in upper case.
import { z } from 'zod'

// Unknown, because the types of a registry stand for the schema's own.
const bodies = z.registry<{ field: unknown }>()

/** A field of the answer that bodies send as `body`. The output of `body` must be a value of the answer's schema. */
export function takes<S extends z.ZodType>(answer: S, body: z.ZodType<z.output<S>, z.output<S>>): S {
  bodies.add(answer, { field: body })
  return answer
}

/** The form of an answer's field in bodies, with the description and examples of the answer's field. */
export function bodyField(answer: z.ZodType): z.ZodType {
  if (answer instanceof z.ZodNullable)
    return documented(bodyField(answer.unwrap() as z.ZodType).nullable(), answer)
  const wider = bodies.get(answer)?.field as z.ZodType | undefined
  return wider ? documented(wider, answer) : answer
}

function documented(field: z.ZodType, answer: z.ZodType): z.ZodType {
  const { description, examples, format } = answer.meta() ?? {}
  return field.meta({
    // A time that an answer shows has passed; what is asked for is yet to come.
    ...(examples && format !== 'date-time' ? { examples } : {}),
    ...field.meta(),
    ...(description ? { description } : {}),
  })
}
