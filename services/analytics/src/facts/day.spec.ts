// Days of the database and of the process are the same ones: figures are grouped by the one, and their queries made by the other.
import { connectAs, startSystem, type TestSystem } from '@lms/testing'
import type pg from 'pg'
import { dayOf, startOf } from '../figures/period.ts'
import { analyticsService } from '../service.ts'
import { dateOfDay, dayNumber, dayOfTime, startOfDay, zoneOfDatabase } from './day.ts'

let system: TestSystem
let client: pg.Client
beforeAll(async () => {
  system = await startSystem({ services: [analyticsService] })
  client = await connectAs(system, 'analytics')
})
afterAll(async () => {
  await client?.end()
  await system.stop()
})

test.each([
  ['a zone whose midnight comes twice', 'Atlantic/Azores', '2026-10-25'],
  ['another one', 'America/Havana', '2026-11-01'],
  ['a zone that leaves a midnight out', 'Africa/Cairo', '2026-04-24'],
  ['a zone that leaves a whole day out', 'Pacific/Apia', '2011-12-30'],
  ['summer in a zone with the name of an abbreviation', 'CET', '2026-07-01'],
  ['the change of clocks in another one', 'eet', '2026-10-25'],
  ['summer in a third', 'WET', '2026-07-01'],
  ['summer in a fourth', 'MET', '2026-07-01'],
  ['a zone of quarters of an hour', 'Asia/Kathmandu', '2026-07-01'],
])('%s: %s on %s', async (_, zone, day) => {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const quarters = Array.from({ length: 4 * 24 * 4 }, (_, index) => noon + (index - 4 * 48) * 15 * 60_000)
  const times = quarters.map(at => new Date(at).toISOString())
  const { rows: ofTimes } = await client.query(
    `select ${dateOfDay(dayOfTime('t', '$2'))}::text as day from unnest($1::timestamptz[]) with ordinality as n(t, i) order by i`,
    [times, zoneOfDatabase(zone)],
  )
  expect(ofTimes.map(row => row.day)).toEqual(times.map(time => dayOf(time, zone)))
  const days = [-1, 0, 1].map(more => dayNumber(day) + more)
  const { rows: starts } = await client.query(
    `select ${startOfDay('d', '$2')} as start from unnest($1::int[]) with ordinality as n(d, i) order by i`,
    [days, zoneOfDatabase(zone)],
  )
  const dates = days.map(number => new Date(number * 86_400_000).toISOString().slice(0, 10))
  expect(starts.map(({ start }) => start.toISOString())).toEqual(
    dates.map(date => new Date(startOf(date, zone)).toISOString()),
  )
})
