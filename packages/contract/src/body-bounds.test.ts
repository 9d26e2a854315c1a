import { z } from 'zod'
import { bodyBounds, maxMembers } from './body-bounds.ts'
import { customFields, text } from './field-types.ts'

const many = <S extends z.ZodType>(of: S) => z.array(of).max(1000)

test.each<
  [string, z.ZodType, { keys?: number; fields?: number; members?: number; levels?: number; text?: number }]
>([
  ['small objects have the least bounds', z.strictObject({ a: text(5) }), { members: 500 }],
  ['lists count their elements', z.strictObject({ a: many(text(5)) }), { members: 1001 }],
  [
    'objects in lists count their fields',
    z.strictObject({ a: many(z.object({ b: z.int(), c: z.int().nullable() })).optional() }),
    { keys: 2001, members: 3001 },
  ],
  [
    'records count the entries that they declare',
    z.record(z.string(), many(z.int())).meta({ maxProperties: 3 }),
    { members: 3003 },
  ],
  [
    'of a union the largest option counts',
    z.union([text(5), many(z.int()), z.object({ a: z.int() })]).default([]),
    { members: 1000 },
  ],
  ['bytes bound the members', many(many(z.int())).meta({ 'x-max-bytes': 6000 }), { members: 2000 }],
  [
    'of texts the longest counts, with every character escaped',
    z.object({ a: text(5000), b: text(2) }),
    { text: 30_000 },
  ],
  [
    'any values have the bounds of one',
    z.record(z.string(), z.any()),
    { keys: 1000, fields: 1000, members: 1000, text: 100_000 },
  ],
  [
    'the fields of one object are those of the widest, however many there are',
    many(z.record(z.string(), z.int()).meta({ maxProperties: 700 })),
    { keys: maxMembers, fields: 700, members: maxMembers },
  ],
  ['nothing takes more than the most', many(many(z.int())), { members: maxMembers }],
])('%s', (_, schema, bounds) => {
  expect(bodyBounds(schema)).toEqual({
    keys: 500,
    fields: 500,
    members: 500,
    levels: 32,
    text: 20_000,
    ...bounds,
  })
})

test('deep schemas take their levels, and no more than a stack has room for', () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }).reduce<z.ZodType>(inside => z.object({ a: inside }), z.int())
  expect(bodyBounds(nested(40)).levels).toBe(40)
  expect(bodyBounds(nested(90)).levels).toBe(64)
})

test('custom fields take the most that a school can define', () => {
  expect(bodyBounds(z.object({ custom_fields: customFields() })).members).toBe(maxMembers)
})
