import { daysLate, scoreAfter } from './submission.rules.ts'

test.each([
  ['in time', '2026-03-10T12:00:00.000+00:00', '2026-03-10T12:00:00.000+00:00', 0],
  ['a moment late on the same day', '2026-03-10T12:00:01.000+00:00', '2026-03-10T12:00:00.000+00:00', 1],
  ['after midnight of the zone', '2026-03-10T22:30:00.000+00:00', '2026-03-10T20:00:00.000+00:00', 1],
  ['two days late', '2026-03-12T01:00:00.000+00:00', '2026-03-10T20:00:00.000+00:00', 2],
  ['by the zone, not by hours', '2026-03-11T23:30:00.000+00:00', '2026-03-10T22:00:00.000+00:00', 2],
])('an answer %s is so many days late', (_, sent, deadline, days) => {
  expect(daysLate(sent, deadline, 'Europe/Berlin')).toBe(days)
  expect(daysLate(sent, null, 'Europe/Berlin')).toBe(0)
})

test.each([
  [1000, 0, 1000],
  [1000, 1, 900],
  [1000, 3, 700],
  [1000, 12, 0],
  [5, 1, 5],
  [4, 1, 4],
  [null, 3, null],
])('%s after %d days at 10 percent each counts as %s', (score, late, counts) => {
  expect(scoreAfter(score, late, { late: 'penalty', penalty_percent: 10 })).toBe(counts)
  expect(scoreAfter(score, late, { late: 'mark', penalty_percent: null })).toBe(score)
})
