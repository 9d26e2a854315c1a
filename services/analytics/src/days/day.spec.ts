// A day is summed up by its own facts, however many the school has of other days.
import { asOwner, connectAs, planModes, planOf, rowsRead, startSystem, type TestSystem } from '@lms/testing'
import type pg from 'pg'
import { analyticsService } from '../service.ts'
import { DayStore } from './day.store.ts'

const [facts, days, firstDay] = [36_500, 365, 20_000]

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

test.each(planModes)(
  'one changed day of a year is summed up by the facts of that day, by a %s',
  async mode => {
    const { school } = system.caller()
    await asOwner(system.ownerUrl, async owner => {
      await owner.query(
        `insert into analytics.facts (school_id, object_id, kind, place, first, at, amount, currency, offer_id, course_id,
         lesson_id, webinar_id, channel, source, medium, campaign)
       select $1, 'pay_' || n, 'payment', '', true,
         (date '1970-01-01' + $2::int)::timestamp at time zone 'UTC' + n * interval '1 day' * $3 / $4,
         100, 'EUR', '', '', '', '', '', '', '', '' from generate_series(0, $4::int - 1) n`,
        [school, firstDay, days, facts],
      )
      await owner.query('analyze analytics.facts')
    })
    const written: { text: string; values: readonly (string | null)[] }[] = []
    const store = new DayStore({
      school,
      lock: async () => ({ rows: [[String(firstDay + 200)]] }),
      write: (text: string, values: readonly (string | null)[]) => void written.push({ text, values }),
    } as never)
    expect(await store.recompute('UTC')).toBe(1)
    const plan = await planOf(client, written.at(-1)!, { mode, school })
    expect(rowsRead(plan)).toBeLessThan((4 * facts) / days)
  },
)
