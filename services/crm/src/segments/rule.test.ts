import { newId } from '@lms/contract'
import { keyOfCount, keyOfQuery } from './event-leaf.ts'
import { maxLeaves, type Rule, readRule, readsOf } from './rule.ts'
import { explain, interpret, type PersonView } from './rule-interpret.ts'

const [tag, lesson] = [newId('tag'), newId('les')]
const time = (text: string) => Date.parse(text)
const now = time('2026-11-24T12:00:00Z')
const paid = { type: 'order.paid', where: {}, times: 1 }
const person: PersonView = {
  here: true,
  facts: new Map([
    ['field:role', [{ text: 'student', number: null, at: null }]],
    ['field:custom.age', [{ text: null, number: 30_000, at: null }]],
    ['field:custom.trial_ends', [{ text: '2026-12-01', number: null, at: '2026-12-01T00:00:00.000+00:00' }]],
    [`tag:${tag}`, [{ text: null, number: null, at: null }]],
    ['spent:EUR', [{ text: null, number: 4900, at: null }]],
  ]),
  counts: new Map([
    [
      keyOfCount({ type: 'order.paid', subject: '' }),
      { number: 3, first: time('2026-01-01T00:00:00Z'), last: time('2026-11-20T08:00:00Z') },
    ],
  ]),
  events: new Map([
    [
      keyOfQuery({ ...paid, after: null }),
      ['2026-11-20T08:00:00Z', '2026-11-01T23:30:00Z', '2026-01-01T00:00:00Z'].map(time),
    ],
  ]),
  bases: new Map(),
  segments: new Set(),
}
const ruleOf = (value: unknown): Rule => {
  const reading = readRule(value)
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
  return reading.rule
}

test.each([
  ['a text', { field: 'role', equals: 'student' }, true, null],
  ['a number', { field: 'custom.age', at_least: 18, at_most: 30 }, true, null],
  ['a tag', { tag }, true, null],
  ['no tag', { not: { tag } }, false, null],
  ['a sum', { spent: 'EUR', at_most: 4899 }, false, null],
  ['no sum', { spent: 'USD', at_most: 0 }, true, null],
  ['ever so often', { event: 'order.paid', at_least: 3 }, true, null],
  [
    'twice in a window, until the second falls out of it',
    { event: 'order.paid', at_least: 2, within_days: 30 },
    true,
    '2026-12-01T23:30:00.001Z',
  ],
  [
    'the same in days of a zone, where it was already the next day',
    { event: 'order.paid', at_least: 2, within_days: 30, zone: 'Europe/Berlin' },
    true,
    '2026-12-02T23:00:00.000Z',
  ],
  [
    'not in a window, from its end on',
    { did_not: 'order.paid', within_days: 7 },
    false,
    '2026-11-27T08:00:00.001Z',
  ],
  ['the first time', { first: 'order.paid', before: { on: '2026-06-01', zone: 'UTC' } }, true, null],
  [
    'a date within a week, once it is near',
    { field: 'custom.trial_ends', before: { days_ago: -6 } },
    false,
    '2026-11-25T00:00:00.001Z',
  ],
  [
    'a month, from its first day on',
    { field: 'custom.trial_ends', date: { month: 'this', zone: 'Europe/Berlin' } },
    false,
    '2026-11-30T23:00:00.000Z',
  ],
  [
    'an anniversary, once it is near',
    { field: 'custom.trial_ends', anniversary: { within_days: 3, zone: 'America/New_York' } },
    false,
    '2026-11-28T05:00:00.000Z',
  ],
  ['a day of the week', { field: 'custom.trial_ends', date: { weekday: 'tuesday' } }, true, null],
  ['the end of a text', { field: 'role', ends: 'DENT' }, true, null],
  ['a part that a text does not have', { field: 'role', contains: 'teach' }, false, null],
  [
    'both, until one of them ends',
    { and: [{ tag }, { event: 'order.paid', within_days: 30 }] },
    true,
    '2026-12-20T08:00:00.001Z',
  ],
  [
    'one of them, whatever time does',
    { or: [{ tag }, { event: 'order.paid', within_days: 30 }] },
    true,
    null,
  ],
])('a rule about %s', (_, rule, holds, until) => {
  const at = until && time(until)
  expect(interpret(ruleOf(rule), person, now)).toEqual({ holds, until: at, lookAt: at })
})

test('nobody who is gone is in a segment', () => {
  expect(interpret(ruleOf({ not: { tag } }), { ...person, here: false }, now).holds).toBe(false)
})

test('each leaf is explained at its place', () => {
  expect(
    explain(ruleOf({ and: [{ tag }, { not: { field: 'role', equals: 'owner' } }] }), person, now),
  ).toMatchObject([
    { path: 'and.0', holds: true, value: true },
    { path: 'and.1.not', holds: false, value: 'student' },
  ])
})

test('a rule reads what its leaves are about, and whether the person is here', () => {
  expect(readsOf(ruleOf({ or: [{ tag }, { event: 'order.paid' }] }))).toEqual([
    'here',
    `tag:${tag}`,
    'event:order.paid',
  ])
})

const nested = (levels: number): unknown => (levels === 1 ? { tag } : { not: nested(levels - 1) })
test.each([
  ['no word', {}, ''],
  ['two words', { tag, field: 'role' }, ''],
  ['an empty list', { and: [] }, 'and'],
  ['too deep', nested(6), 'not.not.not.not.not'],
  ['an unknown field', { and: [{ field: 'shoe_size', exists: true }] }, 'and.0.field'],
  ['a field without a question', { field: 'role' }, ''],
  ['an unknown event', { event: 'order.eaten' }, 'event'],
  [
    'a property that the event never has',
    { event: 'order.paid', where: { lesson_id: lesson } },
    'where.lesson_id',
  ],
  [
    'the first time of something with an amount',
    { first: 'order.paid', where: { amount: { at_least: 1 } }, since: { on: '2026-01-01' } },
    'where',
  ],
  [
    'a window after another event without its days',
    { event: 'order.paid', after: { first: 'order.paid' } },
    '',
  ],
  ['two parts of a text', { field: 'role', starts: 'a', ends: 'b' }, ''],
  ['a month that no year has', { field: 'created_at', date: { month: 13 } }, 'date.month'],
  ['a moment of no kind', { last: 'order.paid', since: { at: 'soon' } }, 'since.at'],
])('a rule with %s is refused at its place', (_, rule, path) => {
  const reading = readRule(rule)
  expect('faults' in reading && reading.faults.map(fault => fault.path.join('.'))).toContain(path)
})

test('more leaves than a rule may have are refused', () => {
  const half = { and: Array(maxLeaves / 2 + 1).fill({ tag }) }
  expect(readRule({ or: [half, half] })).toMatchObject({
    faults: [{ message: 'a rule has at most 50 leaves' }],
  })
})
