import { formatTime, newId } from '@lms/contract'
import fc from 'fast-check'
import { type Anchor, between, chargeTime, endOf, later, spreadMs } from './calendar.ts'

const anchored = (anchor_at: string, fields: Partial<Anchor> = {}): Anchor => ({
  anchor_at: later(anchor_at, 0),
  anchor_period: 0,
  time_zone: 'Europe/Berlin',
  interval: { unit: 'month', count: 1 },
  ...fields,
})
const ends = (anchor: Anchor, count: number) =>
  Array.from({ length: count }, (_, index) => endOf(index + 1, anchor))
const year = { unit: 'year', count: 1 } as const

test.each<[string, Anchor, string[]]>([
  [
    'a month lacks the day, and the next one has it',
    anchored('2027-01-31T12:00:00Z'),
    ['2027-02-28T12:00:00.000+00:00', '2027-03-31T11:00:00.000+00:00', '2027-04-30T11:00:00.000+00:00'],
  ],
  ['a leap year has the day', anchored('2028-01-31T12:00:00Z'), ['2028-02-29T12:00:00.000+00:00']],
  [
    'a year from the leap day',
    anchored('2024-02-29T12:00:00Z', { interval: year }),
    [
      '2025-02-28T12:00:00.000+00:00',
      '2026-02-28T12:00:00.000+00:00',
      '2027-02-28T12:00:00.000+00:00',
      '2028-02-29T12:00:00.000+00:00',
    ],
  ],
  [
    'days keep the time of day where the clock changes',
    anchored('2026-03-28T12:00:00Z', { interval: { unit: 'day', count: 1 } }),
    ['2026-03-29T11:00:00.000+00:00', '2026-03-30T11:00:00.000+00:00'],
  ],
  [
    'a skipped time is an hour later, and only on that day',
    anchored('2026-02-28T01:30:00Z', { anchor_period: -28, interval: { unit: 'day', count: 1 } }),
    ['2026-03-29T01:30:00.000+00:00', '2026-03-30T00:30:00.000+00:00'],
  ],
  [
    'a time that comes twice is the first of the two',
    anchored('2026-09-25T00:30:00Z'),
    ['2026-10-25T00:30:00.000+00:00', '2026-11-25T01:30:00.000+00:00'],
  ],
  [
    'the day is that of the zone',
    anchored('2027-01-30T15:30:00Z', { time_zone: 'Asia/Tokyo' }),
    ['2027-02-27T15:30:00.000+00:00', '2027-03-30T15:30:00.000+00:00'],
  ],
  [
    'several months at a time',
    anchored('2026-08-31T12:00:00Z', { interval: { unit: 'month', count: 3 } }),
    ['2026-11-30T13:00:00.000+00:00', '2027-02-28T13:00:00.000+00:00'],
  ],
  [
    'the last time that an answer can show',
    anchored('9999-12-01T00:00:00Z'),
    ['9999-12-31T23:59:59.999+00:00'],
  ],
])('periods end: %s', (_, anchor, expected) => {
  expect(ends(anchor, expected.length)).toEqual(expected)
})

const anyAnchor = fc.record({
  anchor_at: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map(formatTime),
  anchor_period: fc.integer({ min: 0, max: 100 }),
  time_zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  ),
  interval: fc.record({
    unit: fc.constantFrom('day', 'month', 'year'),
    count: fc.integer({ min: 1, max: 36 }),
  }),
}) as fc.Arbitrary<Anchor>

test('ends follow one another, and an end that becomes the anchor at no month’s end changes none', () => {
  fc.assert(
    fc.property(anyAnchor, fc.integer({ min: 1, max: 40 }), (anchor, number) => {
      const first = anchor.anchor_period + number
      const [one, next] = [endOf(first, anchor), endOf(first + 1, anchor)]
      expect(one > anchor.anchor_at && next > one).toBe(true)
      const day = Number(anchor.anchor_at.slice(8, 10))
      if (day < 2 || day > 27 || anchor.time_zone !== 'UTC') return
      expect(endOf(first + 1, { ...anchor, anchor_at: one, anchor_period: first })).toBe(next)
    }),
  )
})

test('charges of one moment are spread evenly, each at the same distance from every end', () => {
  const end = '2026-12-01T00:00:00.000+00:00'
  const ids = Array.from({ length: 6000 }, () => newId('sbs'))
  const hours = new Map<number, number>()
  for (const id of ids) {
    const offset = between(end, chargeTime(id, end))
    expect(between('2027-01-01T00:00:00.000+00:00', chargeTime(id, '2027-01-01T00:00:00.000+00:00'))).toBe(
      offset,
    )
    expect(offset >= 0 && offset < spreadMs).toBe(true)
    const hour = Math.floor(offset / 3_600_000)
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
  }
  // Six hours of about 1,000 each: 800 is more than six standard deviations away.
  expect([...hours.values()].every(count => count > 800)).toBe(true)
  expect(hours.size).toBe(6)
})
