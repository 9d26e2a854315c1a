// The table of words in `@lms/contract`, held against every schema and parameter of the interface.
import { fieldWords, fixedNames, statusWords } from '@lms/contract'
import { openApiDocument } from './document.ts'
import type { Json } from './json.ts'

const document = openApiDocument()

interface Named {
  at: string
  name: string
  schema: Json
}

/** All properties of a schema, at any depth. */
function* fieldsOf(schema: Json, at: string): Generator<Named> {
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    yield { at: `${at}.${name}`, name, schema: field }
    yield* fieldsOf(field, `${at}.${name}`)
  }
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap(key => (schema[key] ?? []) as Json[])
  for (const one of [schema.items, schema.additionalProperties, ...inner])
    if (typeof one === 'object' && one !== null) yield* fieldsOf(one as Json, at)
}

const fields = Object.entries(document.components.schemas!).flatMap(([name, schema]) => [
  ...fieldsOf(schema, name),
])
const parameters = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { parameters: own = [] }]) =>
    (own as Json[])
      .filter(({ $ref }) => !$ref)
      .map(parameter => ({
        at: `${method} ${path} ${parameter.name}`,
        // Bounds of a filter are in brackets: `created_at[gte]`.
        name: (parameter.name as string).replace(/\[.*$/, ''),
        schema: parameter.schema as Json,
      })),
  ),
)
const named: Named[] = [...fields, ...parameters]

/** The values that a schema takes, where it lists them. */
function valuesOf(schema: Json): string[] {
  const own = [
    ...((schema.enum ?? []) as unknown[]),
    schema.const,
    schema.items && valuesOf(schema.items as Json),
  ]
  const inner = ['anyOf', 'oneOf'].flatMap(key => ((schema[key] ?? []) as Json[]).flatMap(valuesOf))
  return [...own.flat(), ...inner].filter(value => typeof value === 'string')
}
const statuses = named
  .filter(({ name }) => name === 'status')
  .flatMap(({ at, schema }) => valuesOf(schema).map(word => ({ at, word })))

test('a status has words of the table', () => {
  expect(statuses.length).toBeGreaterThan(400)
  expect(statuses.filter(({ word }) => !Object.hasOwn(statusWords, word))).toEqual([])
})

test('a status has every word of the table', () => {
  const used = new Set(statuses.map(({ word }) => word))
  expect(Object.keys(statusWords).filter(word => !used.has(word))).toEqual([])
})

test('no word of the table is another name for a second one, and no two have one meaning', () => {
  const others = Object.values(statusWords).flatMap(({ not = [] }) => not)
  expect(others.filter(word => Object.hasOwn(statusWords, word))).toEqual([])
  expect(new Set(others).size).toBe(others.length)
  const meanings = [...Object.values(statusWords), ...Object.values(fieldWords)].map(({ means }) => means)
  expect(new Set(meanings).size).toBe(meanings.length)
})

const others = Object.entries(fieldWords).flatMap(([word, { not }]) =>
  not.map(other => [other, word] as const),
)
const endsWith = (name: string, end: string) => name === end || name.endsWith(`_${end}`)

test('a field of a meaning in the table has its word', () => {
  expect(named.length).toBeGreaterThan(8000)
  const faults = named.flatMap(({ at, name }) =>
    others.flatMap(([other, word]) => (endsWith(name, other) ? [`${at}: say ${word}`] : [])),
  )
  expect([...new Set(faults)]).toEqual([])
})

test('every word for a field is in the interface', () => {
  expect(Object.keys(fieldWords).filter(word => !named.some(({ name }) => endsWith(name, word)))).toEqual([])
})

/** Moments that are no date of their object: bounds of intervals and filters, and times that a request sets. */
const bareTimes = new Set(['at', 'after', 'before', 'from', 'to', 'gte', 'lt', 'time', 'timestamp'])
const isTime = (schema: Json): boolean =>
  schema.format === 'date-time' || ((schema.anyOf ?? []) as Json[]).some(isTime)

test('a time ends in _at, or in _since or _after where it is a bound', () => {
  const times = named.filter(({ schema }) => isTime(schema))
  expect(times.length).toBeGreaterThan(600)
  const faults = times.filter(({ name }) => !bareTimes.has(name) && !/_(at|since|after)$/.test(name))
  expect([...new Set(faults.map(({ at }) => at))]).toEqual([])
})

test('a share ends in percent or basis_points, or says of what', () => {
  const shares = named.filter(({ name }) => /percent|basis_points/.test(name))
  expect(shares.length).toBeGreaterThan(40)
  const faults = shares.filter(({ name }) => !/(^|_)(percent|basis_points)$|^percent_of_/.test(name))
  expect([...new Set(faults.map(({ at }) => at))]).toEqual([])
})

test('names are in snake_case, but for those that the specification fixes', () => {
  const camel = named.filter(({ name }) => /[A-Z]/.test(name)).map(({ name }) => name)
  expect([...new Set(camel)].sort()).toEqual(Object.keys(fixedNames).sort())
})
