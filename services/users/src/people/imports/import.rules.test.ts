import { newId } from '@lms/contract'
import fc from 'fast-check'
import type { CustomField } from '../custom-fields/field.contract.ts'
import type { User } from '../users/user.contract.ts'
import { type Decision, decide, People } from './import.rules.ts'
import { phoneOf } from './phone.ts'
import type { Reading } from './reading.ts'
import { readRow } from './row.rules.ts'

const now = '2026-11-21T09:30:00.000+00:00'
const reading: Reading = { fields: new Map(), country: null, order: 'day_first', zone: 'UTC' }
const deciding = {
  on_match: 'overwrite',
  now,
  newId: () => newId('usr'),
  mayChange: ({ role }: User) => role === 'student',
} as const
const text = (letters: string) => fc.constantFrom('', ...letters)
const rows = fc.array(
  fc.record({
    email: text('ab').map(name => (name ? `${name}@school.org` : '')),
    phone: text('12').map(digit => (digit ? `+4917112345${digit}0` : '')),
    first_name: text('xy'),
  }),
  { maxLength: 12 },
)
const decideAll = (people: People, values: readonly Record<string, string>[]) =>
  values.map((value): Decision['kind'] => {
    const { personFields } = readRow(value, reading)
    return personFields === null ? 'error' : decide(personFields, people, deciding).kind
  })

test('rows with one contact each, again, create nobody', () => {
  fc.assert(
    fc.property(rows, all => {
      const values = all.map(row => (row.email ? { ...row, phone: '' } : row))
      const people = new People([])
      decideAll(people, values)
      const created = decideAll(people, values).filter(kind => kind === 'created')
      expect(created).toEqual([])
    }),
  )
})

test('slices decide as the whole file does', () => {
  fc.assert(
    fc.property(rows, fc.nat(12), (values, cut) => {
      const atOnce = decideAll(new People([]), values)
      const people = new People([])
      const sliced = [...decideAll(people, values.slice(0, cut)), ...decideAll(people, values.slice(cut))]
      expect(sliced).toEqual(atOnce)
    }),
  )
})

test.each([
  ['+49 171 1234567', '+491711234567'],
  ['0049 (171) 123-45-67', '+491711234567'],
  ['+49 (0) 171 / 123–4567', '+491711234567'],
  ['0044 (0)20 7946 0958', '+442079460958'],
  ['(0) 171 1234567', '(0) 171 1234567'],
  ['8 (916) 123-45-67', '+79161234567'],
  ['7 916 123 45 67', '+79161234567'],
  // Hong Kong, Japan and Korea: no number of a Russian region.
  ['852 9123 4567', '+85291234567'],
  ['81 3 1234 5678', '+81312345678'],
  ['82 2 1234 5678', '+82212345678'],
  ['12345', '12345'],
])('the phone %s is %s', (input, phone) => {
  expect(phoneOf(input)).toBe(phone)
})

test('an option is known whatever spaces the school wrote around it', () => {
  const field = {
    id: newId('fld'),
    label: 'It',
    status: 'active',
    version: 1,
    created_at: now,
    updated_at: now,
  } as const
  const options = ['A1 ', ' B 2']
  const fields = new Map<string, CustomField>([
    ['level', { ...field, name: 'level', type: 'choice', options }],
    ['levels', { ...field, name: 'levels', type: 'multi_choice', options }],
  ])
  const values = { email: 'ann@school.org', 'custom_fields.level': 'A1', 'custom_fields.levels': 'B 2; A1 ' }
  const read = (others = {}) => readRow({ ...values, ...others }, { ...reading, fields })
  expect(read()).toMatchObject({
    personFields: { custom_fields: { level: 'A1 ', levels: [' B 2', 'A1 '] } },
    faults: [],
  })
  expect(read({ 'custom_fields.level': 'C' })).toMatchObject({
    personFields: { custom_fields: { levels: [' B 2', 'A1 '] } },
    faults: [{ field: 'custom_fields.level' }],
  })
})
