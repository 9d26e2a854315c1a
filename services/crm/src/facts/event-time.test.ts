import { hasPath } from '@lms/contract'
import { timeOfEvent, timesOfImported } from './event-time.ts'
import { countsAsEvent, personEvents } from './fact-sources.ts'

const created_at = '2026-12-01T10:00:00.000+00:00'
const earlier = '2024-03-02T00:00:00.000+00:00'
const later = '2027-01-01T00:00:00.000+00:00'
const values = (fields: Record<string, string>) => ({
  at: (path: string) => (fields[path] === undefined ? [] : [fields[path]]),
})

test.each([
  ['of the past', 'order.paid', true, { paid_at: earlier }, earlier],
  ['of now', 'order.paid', false, { paid_at: earlier }, created_at],
  ['to come', 'course.access_granted', true, { starts_at: later }, created_at],
  ['without a time', 'order.paid', true, {}, created_at],
  ['with the second of its times', 'order.refunded', true, { paid_at: earlier }, earlier],
  ['that names no time', 'user.tag_added', true, { created_at: earlier }, created_at],
])('an event %s', (_, type, imported, fields, time) => {
  expect(timeOfEvent({ type, created_at, imported }, values(fields))).toBe(time)
})

test.each(Object.entries(timesOfImported))('%s has its times, and rules count it', (type, paths) => {
  expect(countsAsEvent(type)).toBe(true)
  const event = personEvents.find(each => each.type === type)!
  expect(paths.filter(path => !hasPath(event.object, path))).toEqual([])
})
