import type { RequestRecord } from '@lms/service/contract'
import { pino } from 'pino'
import type { Exchange } from '../http/exchange.ts'
import { Load } from './load.ts'
import { RequestRecords } from './request-records.ts'

const log = pino({ level: 'silent' })
let now = Date.parse('2026-11-21T09:30:00Z')
let sent: RequestRecord[][] = []
let isUnavailable = false
const publish = async (_: string, payload: string) => {
  if (isUnavailable) throw new Error('away')
  sent.push(JSON.parse(payload))
}
let load: Load
const fresh = () => {
  sent = []
  isUnavailable = false
  now += 60_000
  load = new Load(() => now)
  return new RequestRecords({ publish, load, now: () => now, log })
}
const caller = { key: 'key_1', user: null }
const exchange = (over: object = {}, status = 404) =>
  ({
    requestId: 'a'.repeat(32),
    clientRequestId: null,
    asksToBeFound: false,
    school: 'sch_1',
    caller,
    service: null,
    reason: null,
    template: 'GET unknown',
    milliseconds: 3.4,
    request: { method: 'GET' },
    response: { statusCode: status, writableFinished: true, headersSent: true },
    ...over,
  }) as unknown as Exchange

test('a quick, successful, unmarked request leaves no record', async () => {
  const records = fresh()
  records.note(exchange({}, 200))
  await records.flush()
  expect(sent).toEqual([])
})

test('a change by a visitor without a key leaves a record; a page that visitors read, or a preflight, none', async () => {
  const records = fresh()
  for (const method of ['POST', 'PUT', 'GET', 'OPTIONS'])
    records.note(exchange({ caller: null, request: { method }, template: method }, 200))
  records.note(exchange({ request: { method: 'POST' } }, 201))
  await records.flush()
  expect(sent.flat().map(({ operation }) => operation)).toEqual(['POST', 'PUT'])
})

test('a slow one leaves a record, and one whose client disconnected', async () => {
  const records = fresh()
  records.note(exchange({ milliseconds: 1500 }, 200))
  const cut = { statusCode: 200, writableFinished: false, headersSent: false }
  records.note(exchange({ response: cut }))
  records.note(exchange({ response: { ...cut, headersSent: true }, reason: 'cut_off' }))
  await records.flush()
  expect(sent.flat().map(({ status, reason, duration_ms }) => [status, reason, duration_ms])).toEqual([
    [200, null, 1500],
    [499, 'client_left', 3],
    [200, 'cut_off', 3],
  ])
  expect(sent[0]![0]!.created_at).toBe(new Date(now - 1500).toISOString().replace('Z', '+00:00'))
})

test('guests cannot use up the records of known callers, nor one school those of another', async () => {
  const records = fresh()
  for (let count = 0; count < 200; count++) records.note(exchange({ caller: null }, 401))
  for (let count = 0; count < 5; count++) records.note(exchange())
  records.note(exchange({ school: 'sch_2', caller: null }, 401))
  await records.flush()
  const grouped = Object.groupBy(sent.flat(), ({ school_id, status }) => `${school_id} ${status}`)
  expect(Object.entries(grouped).map(([name, rows]) => [name, rows!.length])).toEqual([
    ['sch_1 401', 30],
    ['sch_1 404', 5],
    ['sch_2 401', 1],
  ])
  expect(load.read()[0]).toMatchObject({ school_id: 'sch_1', unrecorded: 170 })
})

test('records on request have a bound of their own, beyond which nothing is counted as missing', async () => {
  const records = fresh()
  for (let count = 0; count < 100; count++) records.note(exchange({ asksToBeFound: true }, 200))
  records.note(exchange())
  await records.stop()
  expect(sent.flat().map(({ status }) => status)).toEqual([...Array(60).fill(200), 404])
  expect(load.read()).toEqual([])
})

test('the bound applies per minute', async () => {
  const records = fresh()
  for (let count = 0; count < 200; count++) records.note(exchange())
  now += 60_000
  records.note(exchange())
  await records.flush()
  expect(sent.flat()).toHaveLength(121)
})

test('while the bus is unavailable they wait, up to a bound, and are sent in batches', async () => {
  const records = fresh()
  isUnavailable = true
  for (let school = 0; school < 25; school++) {
    now += 60_000
    for (let count = 0; count < 120; count++) records.note(exchange({ school: `sch_${school}` }))
  }
  await records.flush()
  isUnavailable = false
  await records.flush()
  expect(sent.map(rows => rows.length)).toEqual(Array(10).fill(200))
  expect(load.read().reduce((sum, { unrecorded }) => sum + unrecorded, 0)).toBe(25 * 120 - 2000)
})
