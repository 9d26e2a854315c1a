import { z } from 'zod'
import { noSuchField } from './fault.ts'
import { amount, currency, moment, text } from './field-types.ts'
import { id } from './ids.ts'
import { reference } from './references.ts'

const messageOf = (schema: z.ZodType, sent: unknown, name = 'value') =>
  z.strictObject({ [name]: schema }).safeParse({ [name]: sent }).error?.issues[0]?.message

test.each<[string, z.ZodType, unknown, string]>([
  ['a field that is missing', text(200, 1), undefined, 'is required: text of 1 to 200 characters'],
  ['a missing choice', z.enum(['a', 'b']), undefined, 'is required: one of a, b'],
  ['a number for a text', text(5), 7, 'must be text of at most 5 characters'],
  ['a text that is too long', text(5), 'sixsix', 'must be text of at most 5 characters'],
  ['a number that is no integer', z.int().min(1).max(9), 1.5, 'must be a whole number from 1 to 9'],
  ['a number that is too small', z.int().min(1).max(9), 0, 'must be a whole number from 1 to 9'],
  ['a bound that is not included', z.int().positive(), 0, 'must be a whole number of at least 1'],
  ['a value that is no choice', z.enum(['draft', 'published']), 'live', 'takes draft, published'],
  [
    'an amount of money',
    amount(),
    '49',
    'must be a whole number in the minor unit: 1999 for 19.99 EUR, from 0 to 1000000000000',
  ],
  [
    'a stricter amount',
    amount().min(100),
    1,
    'must be a whole number in the minor unit: 1999 for 19.99 EUR, from 100 to 1000000000000',
  ],
  ['a time', moment(), 5, 'must be a time with an offset, such as 2030-01-31T09:30:00Z'],
  [
    'a day that does not exist',
    moment(),
    '2030-02-30T09:30:00Z',
    'must be a time with an offset: 2030-01-31T09:30:00Z',
  ],
  ['a currency', currency(), 'euro', 'must be an ISO 4217 currency in capitals: EUR'],
  ['an id of another kind', id('usr'), 'ord_1', 'must be the id of a user (usr_…)'],
  ['a number for an id', id('evt'), 1, 'must be the id of an event (evt_…)'],
  [
    'an id of several kinds',
    reference(['crs', 'ord']),
    'x',
    'must be the id of a course (crs_…) or an order (ord_…)',
  ],
  ['a list with too few', z.array(z.string()).min(2).max(3), [], 'must be a list of 2 to 3 items'],
  [
    'a text for one of two forms',
    z.union([z.boolean(), z.int()]),
    'x',
    'must be true or false or a whole number',
  ],
  [
    'a form by its kind',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    'takes a, b',
  ],
  [
    'an example',
    z
      .string()
      .min(1)
      .meta({ examples: ['Ann'] }),
    4,
    'must be text of at least 1 character, such as Ann',
  ],
])('%s', (_, schema, sent, message) => {
  expect(messageOf(schema, sent)).toBe(message)
})

test('a number whose name has a unit is in that unit', () => {
  expect(messageOf(z.int().min(0).max(365), -1, 'term_days')).toBe(
    'must be a whole number of days from 0 to 365',
  )
  expect(messageOf(z.int().min(1), 0, 'percent')).toBe('must be a whole number of percent of at least 1')
})

test('a message of the schema’s own stays', () => {
  expect(messageOf(z.string().regex(/^a/, 'must begin with a'), 'b')).toBe('must begin with a')
})

test.each([
  ['amout', ['amount', 'name'], 'no such field; did you mean amount?'],
  ['Name', ['amount', 'name'], 'no such field; did you mean name?'],
  ['colour', ['amount', 'name'], 'no such field; the fields are amount, name'],
  ['any', [], 'no such field; there are none'],
])('the unknown field %s', (name, names, message) => {
  expect(noSuchField(name, names)).toBe(message)
})
