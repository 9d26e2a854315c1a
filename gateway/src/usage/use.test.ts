import { type Caller, common, Refused } from '@lms/contract'
import { pino } from 'pino'
import type { Ask } from '../cache/service-clients.ts'
import { KeyUse } from './key-use.ts'
import { Load } from './load.ts'

const log = pino({ level: 'silent' })
const by = (key: string, school = 'sch_1') => ({ key, school }) as Caller
let now = Date.parse('2026-11-21T09:30:00Z')

describe('the last use of keys', () => {
  let sent: { school: string | null; uses: { key: string; at: string }[] }[]
  let isUnavailable = false
  let requests = 0
  const ask = ((_: string, __: object, { school }: { school: string | null }) => ({
    keyInternalApi: {
      used: async ({ body }: { body: { uses: { key: string; at: string }[] } }) => {
        requests++
        if (isUnavailable) throw new Refused(common.unavailable)
        sent.push({ school, uses: body.uses })
        return { noted: body.uses.length }
      },
    },
  })) as unknown as Ask
  const fresh = () => new KeyUse(ask, () => now, log)
  beforeEach(() => {
    sent = []
    isUnavailable = false
  })

  test('is sent once a minute for each key, school by school', async () => {
    const use = fresh()
    for (const caller of [by('a'), by('b'), by('a'), by('c', 'sch_2'), by('a')]) use.note(caller)
    await use.flush()
    const at = '2026-11-21T09:30:00.000+00:00'
    expect(sent).toEqual([
      {
        school: 'sch_1',
        uses: [
          { key: 'a', at },
          { key: 'b', at },
        ],
      },
      { school: 'sch_2', uses: [{ key: 'c', at }] },
    ])
    now += 59_999
    use.note(by('a'))
    await use.flush()
    expect(sent).toHaveLength(2)
    now += 1
    use.note(by('a'))
    await use.flush()
    expect(sent).toHaveLength(3)
  })

  test('is sent in batches of a thousand', async () => {
    const use = fresh()
    for (let count = 0; count < 2500; count++) use.note(by(`k${count}`))
    await use.flush()
    expect(sent.map(({ uses }) => uses.length)).toEqual([1000, 1000, 500])
  })

  test('is sent to nobody else once the service is away: each would wait for it, and the next minutes behind them', async () => {
    const use = fresh()
    isUnavailable = true
    requests = 0
    for (let school = 0; school < 50; school++) use.note(by(`k${school}`, `sch_${school}`))
    await use.flush()
    expect(requests).toBe(1)
    isUnavailable = false
    for (let school = 0; school < 50; school++) use.note(by(`k${school}`, `sch_${school}`))
    await use.flush()
    expect(sent).toHaveLength(50)
  })

  test('that could not be sent is sent with the next use', async () => {
    const use = fresh()
    isUnavailable = true
    use.note(by('a'))
    await use.flush()
    isUnavailable = false
    use.note(by('a'))
    await use.flush()
    expect(sent).toHaveLength(1)
  })
})

test('the load is counted by school, and for the last full minute', () => {
  now = 60_000_000
  const load = new Load(() => now)
  for (const status of [200, 429, 503]) load.count('sch_1', status)
  load.count('sch_2', 200)
  expect(load.read()[0]).toEqual({
    school_id: 'sch_1',
    requests: 3,
    limited: 1,
    failed: 1,
    unrecorded: 0,
    last_minute: 0,
    processor_ms: 0,
    events: 0,
    deliveries: 0,
    tasks: 0,
  })
  load.charge('sch_1', 40)
  load.spend('sch_1', { event: 3, delivery: 6, task: 1 })
  now += 60_000
  expect(load.read()[0]).toMatchObject({ processor_ms: 40, events: 3, deliveries: 6, tasks: 1 })
  for (let count = 0; count < 5; count++) load.count('sch_2', 200)
  expect(load.read().map(({ school_id, last_minute }) => [school_id, last_minute])).toEqual([
    ['sch_1', 3],
    ['sch_2', 1],
  ])
  now += 60_000
  expect(load.read()[0]).toMatchObject({ school_id: 'sch_2', requests: 6, last_minute: 5 })
  now += 600_000
  expect(load.read()[0]).toMatchObject({ last_minute: 0 })
})
