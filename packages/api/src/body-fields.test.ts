// A field with a wider or a stricter form in bodies (`takes`) has it in bodies that are written by hand, too: a time with any
// offset is taken, and an address that a page would run as a script is refused.
import { bodyField, type Operation } from '@lms/contract'
import type { z } from 'zod'
import { contracts } from './contracts.ts'

/** The parts of a schema, with their places. */
function* partsOf(schema: z.ZodType, location: string): Generator<[place: string, part: z.ZodType]> {
  const { type, shape, element, innerType, options, valueType, in: input } = schema._zod.def as any
  if (type === 'object')
    for (const [name, field] of Object.entries(shape))
      yield* partsOf(field as z.ZodType, `${location}.${name}`)
  else if (type === 'array') yield* partsOf(element, `${location}[]`)
  else if (type === 'record') yield* partsOf(valueType, `${location}{}`)
  else if (type === 'union') for (const option of options) yield* partsOf(option, location)
  else if (type === 'pipe') yield* partsOf(input, location)
  else if (innerType) yield* partsOf(innerType, location)
  else yield [location, schema]
}

test('no body has the form of a field that answers have', () => {
  const answered = contracts
    .flatMap(({ resources }) => Object.values(resources))
    .flatMap(resource => Object.values(resource as Record<string, Operation>))
    .flatMap(({ method, path, body }) =>
      body
        ? [...partsOf(body, 'body')].map(([location, part]) => ({
            at: `${method} ${path} ${location}`,
            part,
          }))
        : [],
    )
    .filter(({ part }) => bodyField(part) !== part)
  expect(answered.map(({ at }) => at)).toEqual([])
})
