import { nextTimeOfDay, quietUntil } from './quiet-hours.ts'

const night = { from: '22:00', to: '08:00' }
const until = (hours: typeof night, zone: string, at: string) => {
  const end = quietUntil(hours, zone, Date.parse(at))
  return end === null ? null : new Date(end).toISOString()
}

test.each([
  ['before the night', 'Europe/Berlin', '2026-11-24T20:59:59Z', null],
  ['at its first minute', 'Europe/Berlin', '2026-11-24T21:00:00Z', '2026-11-25T07:00:00.000Z'],
  [
    'after midnight, in the middle of a minute',
    'Europe/Berlin',
    '2026-11-25T01:30:20Z',
    '2026-11-25T07:00:00.000Z',
  ],
  ['at its end', 'Europe/Berlin', '2026-11-25T07:00:00Z', null],
  ['in another zone', 'Asia/Tokyo', '2026-11-24T14:00:00Z', '2026-11-24T23:00:00.000Z'],
  ['in a night that is an hour longer', 'Europe/Berlin', '2026-10-24T21:00:00Z', '2026-10-25T07:00:00.000Z'],
  ['in a night that is an hour shorter', 'Europe/Berlin', '2026-03-28T21:00:00Z', '2026-03-29T06:00:00.000Z'],
])('%s', (_, zone, at, end) => {
  expect(until(night, zone, at)).toBe(end)
})

test('hours of one day', () => {
  expect(until({ from: '12:00', to: '14:00' }, 'UTC', '2026-11-24T13:00:00Z')).toBe(
    '2026-11-24T14:00:00.000Z',
  )
  expect(until({ from: '12:00', to: '14:00' }, 'UTC', '2026-11-24T14:00:00Z')).toBeNull()
})

test.each([
  ['09:00', 'Europe/Berlin', '2026-12-01T07:30:00Z', '2026-12-01T08:00:00Z'],
  ['09:00', 'Europe/Berlin', '2026-12-01T08:00:00Z', '2026-12-01T08:00:00Z'],
  ['09:00', 'Europe/Berlin', '2026-12-01T08:00:10Z', '2026-12-02T08:00:00Z'],
  ['00:15', 'Asia/Tokyo', '2026-12-01T15:00:00Z', '2026-12-01T15:15:00Z'],
  // Clocks go an hour forward, and an hour back, in the night before.
  ['09:00', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T07:00:00Z'],
  ['09:00', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T08:00:00Z'],
])('%s in %s after %s is %s', (time, zone, from, expected) => {
  expect(new Date(nextTimeOfDay(time, zone, Date.parse(from))).toISOString()).toBe(
    expected.replace('Z', '.000Z'),
  )
})
