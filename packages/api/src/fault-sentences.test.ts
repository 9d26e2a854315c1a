// What people read of a body that is refused: over every schema of the interface, no word of the library and no regular
// expression, and of a fixed form at least one value that is taken.
import type { z } from 'zod'
import { operations } from './operations.ts'

interface Part {
  readonly at: string
  readonly schema: z.ZodType
}

/** The fields of a body, through lists, records, forms and optional values. */
function* partsOf(schema: z.ZodType, at: string, depth = 0): Generator<Part> {
  if (depth > 12) return
  yield { at, schema }
  const { type, shape, element, innerType, options, valueType, in: input } = schema._zod.def as any
  const inside = (part: z.ZodType, location: string) => partsOf(part, location, depth + 1)
  if (type === 'object')
    for (const [name, field] of Object.entries(shape)) yield* inside(field as z.ZodType, `${at}.${name}`)
  else if (type === 'array') yield* inside(element, `${at}[]`)
  else if (type === 'record') yield* inside(valueType, `${at}{}`)
  else if (type === 'union') for (const option of options) yield* inside(option, at)
  else if (type === 'pipe') yield* inside(input, at)
  else if (innerType) yield* inside(innerType, at)
}

const wrong = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  'no such value',
  'x'.repeat(20_000),
  [],
  Array(20_001).fill(0),
  {},
  { 'no such field': 1 },
  { 'NO KEY': {} },
]

const parts = operations.flatMap(({ operation }) =>
  operation.body ? [...partsOf(operation.body, `${operation.route} body`)] : [],
)
const messagesOf = ({ schema }: Part): string[] =>
  wrong.flatMap(value => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [])

const ofLibrary =
  /invalid|expected|received|too (?:small|big)|unrecognized|regex|pattern|undefined|NaN|[<>]=?\s?-?\d|\\[dwsu]|\^|\[[a-z0-9]-/i

test('no sentence has a word of the library or a regular expression', () => {
  const messages = parts.flatMap(part =>
    messagesOf(part)
      .filter(message => ofLibrary.test(message))
      .map(message => `${part.at}: ${message}`),
  )
  expect([...new Set(messages)]).toEqual([])
})

test('every sentence is short enough to be read', () => {
  const messages = parts.flatMap(part =>
    messagesOf(part)
      .filter(message => message.length > 500)
      .map(() => part.at),
  )
  expect([...new Set(messages)]).toEqual([])
})

test('a text of a fixed form is refused with a text of that form', () => {
  const fixed = parts.filter(({ schema }) => {
    const { type, checks = [], format } = schema._zod.def as any
    return type === 'string' && (format || checks.some((check: any) => check._zod.def.format))
  })
  expect(fixed.length).toBeGreaterThan(400)
  const without = fixed.filter(({ schema }) => {
    const [issue] = schema.safeParse('?').error?.issues ?? []
    if (!issue) return false
    const words = issue.message.split(/[\s`“”]+/).map(word => word.replace(/[.,;)]$/, ''))
    const isNamed = /\b[a-z]{3}_…/.test(issue.message) || /^is the id|^must be the id/.test(issue.message)
    return !isNamed && !words.some(word => schema.safeParse(word).success)
  })
  expect([
    ...new Set(without.map(({ at, schema }) => `${at}: ${schema.safeParse('?').error!.issues[0]!.message}`)),
  ]).toEqual([])
})
