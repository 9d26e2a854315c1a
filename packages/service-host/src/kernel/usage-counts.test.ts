import { newId, type UsageReport } from '@lms/contract'
import { UsageCounts } from './usage-counts.ts'

const [one, other] = [newId('sch'), newId('sch')]
const [ann, bob] = [newId('usr'), newId('usr')]
let now: Date
let sent: UsageReport[]
let isUnavailable: boolean
let counts: UsageCounts
beforeEach(() => {
  now = new Date('2026-11-21T23:59:59.999Z')
  sent = []
  isUnavailable = false
  counts = new UsageCounts({
    process: 'gateway-1',
    send: async report => {
      sent.push(structuredClone(report))
      if (isUnavailable) throw new Error('away')
    },
    now: () => now,
    onUnavailable: () => {},
  })
})
const day = '2026-11-21'
const counted = (school_id: string, figures: object) => ({
  ...{ school_id, day, requests: 0, bytes_sent: 0, tasks: 0 },
  ...figures,
})

test('a report has the sums of each school, and then begins anew', async () => {
  counts.add(one, { requests: 1, bytes_sent: 100 })
  counts.add(one, { requests: 1, bytes_sent: 50 })
  counts.add(other, { tasks: 3 })
  await counts.flush()
  counts.add(one, { requests: 1 })
  await counts.flush()
  await counts.flush()
  expect(sent).toEqual([
    {
      ...{ process: 'gateway-1', sequence: 1, people: [] },
      counts: [counted(one, { requests: 2, bytes_sent: 150 }), counted(other, { tasks: 3 })],
    },
    { process: 'gateway-1', sequence: 2, people: [], counts: [counted(one, { requests: 1 })] },
  ])
})

test('a day is one of UTC, and a count belongs to the day on which it happened', async () => {
  counts.add(one, { requests: 1 })
  now = new Date('2026-11-22T00:00:00.000Z')
  counts.add(one, { requests: 1 })
  await counts.flush()
  expect(sent[0]!.counts.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22'])
})

test('a report without an answer is sent again as it was, before what was counted meanwhile', async () => {
  counts.add(one, { requests: 1 })
  isUnavailable = true
  await counts.flush()
  counts.add(one, { requests: 5 })
  await counts.flush()
  isUnavailable = false
  await counts.flush()
  expect(sent.map(({ sequence, counts: [first] }) => [sequence, first!.requests])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 5],
  ])
})

test('a person is reported once a day', async () => {
  for (const user of [ann, bob, ann, null]) counts.active(one, user)
  await counts.flush()
  counts.active(one, ann)
  now = new Date('2026-11-22T12:00:00Z')
  counts.active(one, ann)
  await counts.flush()
  expect(sent.map(({ people }) => people.map(({ day, user_id }) => [day, user_id]))).toEqual([
    [
      [day, ann],
      [day, bob],
    ],
    [['2026-11-22', ann]],
  ])
})

test('a large report is sent in parts', async () => {
  for (let n = 0; n < 4500; n++) counts.add(newId('sch'), { requests: 1 })
  await counts.flush()
  expect(sent.map(report => report.counts.length)).toEqual([2000, 2000, 500])
})

test('the last reports are tried a few times, and then given up', async () => {
  counts.add(one, { requests: 1 })
  isUnavailable = true
  await counts.stop()
  expect(sent.map(({ sequence }) => sequence)).toEqual([1, 1, 1])
})

test('what belongs to no school is not counted', async () => {
  counts.add('-', { tasks: 1 })
  await counts.flush()
  expect(sent).toEqual([])
})
