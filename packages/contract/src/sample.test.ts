import { z } from 'zod'
import { oneOf, text, timestamp } from './field-types.ts'
import { id } from './ids.ts'
import { C } from './operation.ts'
import { exampleBody, sampleOf } from './sample.ts'

const usr = 'usr_01h455vb4pex5vsknk084sn02q'
const time = '2026-11-21T09:30:00.000+00:00'

// schema · as a body · as an answer
test.each<[string, z.ZodType, unknown, unknown]>([
  [
    'a text says its field',
    z.object({ display_name: text(100) }),
    { display_name: 'Display name' },
    undefined,
  ],
  ['a text is as long as it must be', text(100, 6), 'Text..', undefined],
  ['an example comes first', text(9).meta({ examples: ['Ann'] }), 'Ann', undefined],
  ['the first word of several', oneOf(['new', 'old']), 'new', undefined],
  ['a number within its bounds', z.int().min(5), 5, undefined],
  ['a switch', z.boolean(), true, false],
  ['what may be left out is', z.object({ a: z.int().optional() }), {}, undefined],
  ['a default may be left out of a body', z.object({ a: z.int().default(3) }), {}, { a: 3 }],
  [
    'an id or a time that may be null is',
    z.object({ a: id('usr').nullable(), b: timestamp().nullable() }),
    { a: null, b: null },
    undefined,
  ],
  [
    'another value that may be null is shown',
    text(9)
      .meta({ examples: ['Ann'] })
      .nullable(),
    'Ann',
    undefined,
  ],
  ['a list of objects has one in an answer', z.array(z.object({ at: timestamp() })), [], [{ at: time }]],
  ['a list of ids has one in an answer', z.array(id('usr')), [], [usr]],
  ['a list of words is empty', z.array(text(5)), [], undefined],
])('%s', (_, schema, body, answer = body) => {
  expect(sampleOf(schema)).toEqual(body)
  expect(sampleOf(schema, 'output')).toEqual(answer)
  expect(schema.safeParse(sampleOf(schema)).error).toBeUndefined()
})

test('a pattern needs an example', () => {
  expect(() => sampleOf(z.object({ host: z.string().regex(/^[a-z.]+$/) }))).toThrow(
    'host: give it an example',
  )
})

test('the example of an operation is the declared one, else generated from its body', () => {
  const spec = {
    summary: 's',
    permission: null,
    returns: z.object({ id: id('usr') }),
    bound: 'task',
  } as const
  const body = z.strictObject({ name: text(9) })
  expect(exampleBody(C('POST /v1/a', { ...spec, body, example: { name: 'Ann' } }))).toEqual({ name: 'Ann' })
  expect(exampleBody(C('POST /v1/a', { ...spec, body }))).toEqual({ name: 'Name' })
  expect(exampleBody(C('POST /v1/a', spec))).toBeUndefined()
  // @ts-expect-error The body has no such field.
  C('POST /v1/a', { ...spec, body, example: { nome: 'Ann' } })
})
