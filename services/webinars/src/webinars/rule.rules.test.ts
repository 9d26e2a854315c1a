import { faultOf, nextTime } from './rule.rules.ts'

const now = new Date('2026-11-21T09:30:00Z')
const zone = 'Europe/Berlin'

test.each<[string, 'unreadable' | 'often' | null]>([
  ['0 19 * * 2', null],
  ['*/15 * * * *', null],
  ['next quarter hour', null],
  ['*/10 * * * *', 'often'],
  ['0,5 19 * * *', 'often'],
  ['* * * * * *', 'unreadable'],
  ['every tuesday', 'unreadable'],
  ['61 * * * *', 'unreadable'],
  ['0 0 31 2 *', 'unreadable'],
])('the rule %s', (cron, fault) => {
  expect(faultOf({ cron, time_zone: zone }, now)).toBe(fault)
})

test('a session begins at the hour of its zone, in winter and in summer', () => {
  const rule = { cron: '0 19 * * *', time_zone: zone }
  expect(nextTime(rule, now)).toEqual(new Date('2026-11-21T18:00:00Z'))
  expect(nextTime(rule, new Date('2026-07-01T09:00:00Z'))).toEqual(new Date('2026-07-01T17:00:00Z'))
})

test('the next quarter of an hour is one of the hour of the zone', () => {
  const rule = { cron: 'next quarter hour', time_zone: 'Asia/Kathmandu' }
  expect(nextTime(rule, now)).toEqual(new Date('2026-11-21T09:45:00Z'))
  expect(nextTime(rule, new Date('2026-11-21T09:59:59Z'))).toEqual(new Date('2026-11-21T10:00:00Z'))
})
