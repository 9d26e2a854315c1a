// The headings of tables that other programs export find their fields.
import { readFileSync } from 'node:fs'
import { importFields } from '@lms/users/contract'
import { guessMapping, mappingFaults, placeMapping } from './mapping.ts'
import { problemHeader, problemLines } from './problems.ts'
import { programs } from './programs.ts'

const fieldsOf = (header: readonly string[], own?: { name: string; label: string }[]) =>
  Object.fromEntries(guessMapping(header, [], own).map(({ column, field }) => [column, field]))

test.each(Object.entries(programs))('the columns of %s map by themselves', (_, columns) => {
  expect(fieldsOf(Object.keys(columns))).toEqual(columns)
})

test('headings are found whatever their case and signs, in several languages', () => {
  expect(fieldsOf(['E-MAIL', 'first_name', 'Фамилия', 'Télephone', 'Lang', 'Tags'])).toEqual({
    ...{ 'E-MAIL': 'email', first_name: 'first_name', Фамилия: 'last_name', Télephone: null },
    ...{ Lang: 'locale', Tags: 'tags' },
  })
})

test.each([
  ['+491711234567', 'phone'],
  ['8 (916) 123-45-67', 'phone'],
  ['-122.4194000', null],
  ['1700000000', null],
  ['123456789012', null],
])('a column of values as %s is of a phone or not: %s', (value, field) => {
  expect(guessMapping(['Email', 'Other'], [['a@b.example', value]])[1]!.field).toBe(field)
})

test('custom fields of the school are found by their names and labels', () => {
  const own = [
    { name: 'birth_city', label: 'City of birth' },
    { name: 'level', label: 'Level' },
  ]
  expect(fieldsOf(['Email', 'city of birth', 'custom_fields.level', 'custom_fields.other'], own)).toEqual({
    ...{ Email: 'email', 'city of birth': 'custom_fields.birth_city' },
    ...{ 'custom_fields.level': 'custom_fields.level', 'custom_fields.other': null },
  })
})

test('dates of a study without a course, and the columns of a file of problems, are left out', () => {
  expect(fieldsOf(['Email', 'Completed', 'import_row', 'import_problem'])).toEqual({
    ...{ Email: 'email', Completed: null, import_row: null, import_problem: null },
  })
})

test('of columns with one name each is named by an entry of its own', () => {
  const header = ['Email', 'Name', 'Email', 'Name']
  const mapping = [
    { column: 'Email', field: null },
    { column: 'Email', field: 'email' },
    { column: 'Name', field: 'first_name' },
  ]
  expect(placeMapping(header, mapping).map(({ field }) => field)).toEqual([null, 'first_name', 'email', null])
  expect(mappingFaults(header, mapping, [])).toEqual([])
  const more = [...mapping, { column: 'Email', field: 'phone' }]
  expect(mappingFaults(header, more, [])).toEqual([
    { path: 'body.mapping.3.column', message: 'the file has no further column of this name' },
  ])
})

test('a file of problems that is imported again gives one of the same columns', () => {
  const columns = ['email', 'import_row', 'import_problem', 'tags']
  expect(problemHeader(columns)).toBe('email,tags,import_row,import_problem\r\n')
  const problem = { row: 1, column: 'tags', severity: 'warning' as const, message: 'why' }
  expect(problemLines([problem], columns, () => ['a', '7', 'before', 'x'])).toBe('a,x,1,tags: why\r\n')
})

const guide = readFileSync(new URL('../../../../docs/guides/move-people.md', import.meta.url), 'utf8')

test.each(Object.entries(programs))('the guide has the columns of %s', (name, columns) => {
  const all = Object.entries(columns)
  const takenColumns = all.flatMap(([column, field]) => (field ? [`${column} → \`${field}\``] : []))
  const others = all.flatMap(([column, field]) => (field ? [] : [column]))
  expect(guide).toContain(`| ${name} | ${takenColumns.join(', ')} | ${others.join(', ') || '—'} |`)
})

test('the guide has all fields', () => {
  for (const [field, meaning] of Object.entries(importFields))
    expect(guide).toContain(`| \`${field}\` | ${meaning} |`)
})
