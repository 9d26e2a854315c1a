import { conditionsOf } from '../events/event-filter.ts'
import { type Failure, type Failures, type Position, walkFailures } from './failures.ts'

const since = '2026-01-01T00:00:00.000+00:00'
const second = (index: number) => new Date(Date.parse(since) + index * 1000).toISOString()
const next = (index: number) => second(index).replace('Z', '+00:00')

/** A walk through failures a second apart, or of one moment. */
function walk(
  many: number,
  more: Partial<Failure>,
  { filter, together = false }: { filter?: Record<string, string>; together?: boolean } = {},
) {
  const all = Array.from({ length: many }, (_, index) => ({
    ...({ webhook: 'whk_a', event: `evt_${index}`, type: 'order.paid', requestId: 'r' } as Failure),
    ...{ replayed: false, hasEvent: true, lost: true, payload: null, ...more },
    id: `dlv_${String(index).padStart(6, '0')}` as Failure['id'],
    failedAt: second(together ? 0 : index)
      .replace('T', ' ')
      .replace('Z', '+00'),
  }))
  let reads = 0
  const failures = async (_: string, { id }: Position, { limit }: { limit: number }) => {
    reads++
    const from = id === '' ? 0 : all.findIndex(one => one.id === id) + 1
    return all.slice(from, from + limit)
  }
  const sending = { masks: ['order.*'], rights: null, conditions: conditionsOf(filter ?? null) }
  const deliveries: Failures = { failures, payloads: async () => new Map() }
  return walkFailures('whk_a', since, { sending, deliveries }).then(walked => ({ ...walked, asked: reads }))
}

test('a walk ends with the last failure', async () => {
  const { retriable, next, asked: reads } = await walk(12, {})
  expect([retriable.length, next, reads]).toEqual([12, null, 1])
})

test('a call looks at thirty thousand failures, and the next one continues after them', async () => {
  const walked = await walk(40_000, { lost: false })
  expect(walked.retriable).toEqual([])
  expect(walked.next).toBe(next(30_000))
})

test('a call that will retry ten thousand continues with the next lost event', async () => {
  const walked = await walk(12_000, {})
  expect(walked.retriable).toHaveLength(10_000)
  expect(walked.next).toBe(next(10_000))
})

test.each([
  ['of other types', { type: 'user.created' }],
  ['that are gone', { hasEvent: false }],
])('ten thousand events %s end a call', async (_, more) => {
  const walked = await walk(12_000, more)
  expect(walked.retriable).toHaveLength(10_000)
  expect(walked.next).toBe(next(10_000))
})

test('a filter reads 64 MB of events in one call, fifty at a time', async () => {
  const payload = JSON.stringify({ data: { object: { amount: 1, comment: 'x'.repeat(2 ** 20) } } })
  const walked = await walk(150, { payload }, { filter: { amount: '2' } })
  expect(walked.excluded.size).toBe(64)
  expect(walked.next).toBe(next(64))
  expect(walked.asked).toBe(2)
})

test('failures of one moment are in one call, however many they are', async () => {
  const walked = await walk(31_000, { hasEvent: false }, { together: true })
  expect(walked.retriable).toHaveLength(31_000)
  expect(walked.next).toBeNull()
})
