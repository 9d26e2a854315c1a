import { readRule } from './rule.ts'
import { unfitFields } from './rule-fit.ts'

const fields = new Map([
  ['age', { name: 'age', type: 'number' as const, options: [] }],
  ['vip', { name: 'vip', type: 'boolean' as const, options: [] }],
  ['born', { name: 'born', type: 'date' as const, options: [] }],
  ['level', { name: 'level', type: 'choice' as const, options: ['Beginner', 'Expert'] }],
])
const faultsOf = (value: object) => {
  const reading = readRule(value)
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
  return unfitFields(reading.rule, fields).map(({ fieldPath }) => fieldPath.join('.'))
}

test.each([
  [{ not: { field: 'custom.no_such_field', exists: true } }, 'not.field'],
  [
    {
      and: [
        { field: 'email', exists: true },
        { field: 'custom.age', equals: 'ten' },
      ],
    },
    'and.1.equals',
  ],
  [{ field: 'custom.age', in: [10, 'ten'] }, 'in.1'],
  [{ field: 'custom.vip', equals: 'yes' }, 'equals'],
  [{ field: 'custom.level', equals: 'Guru' }, 'equals'],
  [{ field: 'custom.born', equals: 'in May' }, 'equals'],
  [{ field: 'custom.born', at_least: 3 }, 'at_least'],
  [{ field: 'custom.age', before: { days_ago: 3 } }, 'before'],
  [{ field: 'role', equals: 'boss' }, 'equals'],
  [{ field: 'custom.age', contains: '1' }, 'contains'],
  [{ field: 'custom.level', starts: 'Beg' }, 'starts'],
  [{ field: 'email', anniversary: {} }, 'anniversary'],
  [{ field: 'custom.vip', date: { month: 5 } }, 'date'],
  [{ field: 'custom.born', date: { month: 2, day: 30 } }, 'date.day'],
  [{ not: { field: 'created_at', date: { month: 4, day: 31 } } }, 'not.date.day'],
  [{ field: 'custom.born', date: { month: 2, day: 29, year: 2027 } }, 'date.day'],
  [{ field: 'status', in: ['active', 'gone'] }, 'in.1'],
  [{ field: 'first_name', equals: 7 }, 'equals'],
  [{ field: 'created_at', equals: '2026-01-01' }, 'equals'],
])('%j is refused at %s', (rule, place) => expect(faultsOf(rule)).toEqual([place]))

test.each([
  { field: 'custom.age', at_least: 18 },
  { field: 'custom.vip', equals: true },
  { field: 'custom.born', before: { on: '2000-01-01' } },
  { field: 'custom.level', in: ['beginner', 'EXPERT'] },
  { field: 'role', equals: 'Student' },
  { field: 'email', equals: 'Ann@School.example' },
  { field: 'email', ends: '@school.example' },
  { field: 'custom.born', anniversary: { within_days: 7 } },
  { field: 'created_at', date: { weekday: 'monday', zone: 'Europe/Berlin' } },
  { field: 'custom.born', date: { month: 2, day: 29 } },
  { field: 'custom.born', date: { month: 2, day: 29, year: 2028 } },
  { field: 'custom.born', date: { month: 'this', day: 31 } },
  { field: 'created_at', since: { days_ago: 7 } },
])('%j is fit', rule => expect(faultsOf(rule)).toEqual([]))
