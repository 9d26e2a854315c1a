// Fields with a wider form in bodies than in answers: a time with any offset, a host name in upper case.
import { z } from 'zod'
import type { Lifecycle } from './lifecycle.ts'

// Unknown, because the types of a registry stand for the schema's own.
const bodies = z.registry<{ field: unknown }>()
const beginnings = z.registry<{ field: unknown }>()

/** A field of the answer that bodies send as `body`. The output of `body` must be a value of the answer's schema. */
export function takes<S extends z.ZodType>(answer: S, body: z.ZodType<z.output<S>, z.output<S>>): S {
  bodies.add(answer, { field: body })
  return answer
}

/** The `status` of an object with a lifecycle. A create body takes only the states in which an object may begin. */
export function statusOf<S extends string>({
  states,
  begins,
}: Lifecycle<S, any>): z.ZodEnum<{ [K in S]: K }> {
  const answer = z.enum(states)
  beginnings.add(answer, { field: z.enum(begins) })
  return answer as never
}

/**
 * The form of an answer's field in bodies, with the description and examples of the answer's field. Objects inside it
 * refuse undeclared fields. `created`: for the body that creates the object.
 */
export function bodyField(answer: z.ZodType, created = false): z.ZodType {
  const other = (created && beginnings.get(answer)) || bodies.get(answer)
  if (other) return documented(other.field as z.ZodType, answer)
  const inside = (field: unknown) => bodyField(field as z.ZodType, created)
  // A clone with a parent keeps the entries of registries.
  const parent = { parent: true }
  if (answer instanceof z.ZodNullable) return documented(inside(answer.unwrap()).nullable(), answer)
  if (answer instanceof z.ZodArray)
    return answer.clone({ ...answer._zod.def, element: inside(answer.element) }, parent)
  if (answer instanceof z.ZodUnion)
    return answer.clone({ ...answer._zod.def, options: answer.options.map(inside) }, parent)
  if (!(answer instanceof z.ZodObject)) return answer
  const shape = Object.fromEntries(Object.entries(answer.shape).map(([name, field]) => [name, inside(field)]))
  return answer.clone({ ...answer._zod.def, shape, catchall: answer._zod.def.catchall ?? z.never() }, parent)
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
