import fc from 'fast-check'
import { cellsOf } from './cell.ts'
import { csvLine } from './csv.ts'
import { LocalTime } from './local-time.ts'

const utc = new LocalTime('UTC')

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49171', "'+49171"],
  ['-x', "'-x"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
])('the text %j is the field %j', (text, field) => {
  expect(csvLine([text], utc)).toBe(`${field}\r\n`)
})

test('numbers stay numbers, also negative ones, and what is missing is empty', () => {
  expect(csvLine([-5, null, true], utc)).toBe('-5,,true\r\n')
})

test.each([
  ['Europe/Moscow', '2026-11-21T09:30:00Z', '2026-11-21T12:30:00+03:00'],
  ['America/New_York', '2026-07-01T00:00:00Z', '2026-06-30T20:00:00-04:00'],
  ['Asia/Kathmandu', '2026-07-01T00:00:00Z', '2026-07-01T05:45:00+05:45'],
])('in %s %s is %s', (zone, moment, local) => {
  expect(new LocalTime(zone).text(Date.parse(moment))).toBe(local)
})

test('local times name the moment, in every zone', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  )
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
  fc.assert(
    fc.property(zones, seconds, (zone, second) => {
      expect(Date.parse(new LocalTime(zone).text(second * 1000))).toBe(second * 1000)
    }),
  )
})

test('cells follow paths into objects and through lists', () => {
  const item = {
    at: '2026-11-21T09:30:00.000+00:00',
    buyer: { name: 'Ann' },
    items: [{ id: 1 }, { id: 2 }],
    none: null,
  }
  const columns = [
    { name: 'at', kind: 'time' },
    { name: 'buyer.name', kind: 'text' },
    { name: 'items.id', kind: 'text' },
    { name: 'none.deeper', kind: 'text' },
  ] as const
  expect(cellsOf(item, columns)).toEqual([{ at: Date.parse(item.at) }, 'Ann', '[1,2]', null])
})
