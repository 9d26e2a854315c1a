import type { Exchange } from '../http/exchange.ts'
import { VisitorCounts, type VisitorCountsParts } from './visitor-counts.ts'

const now = Date.parse('2026-11-21T09:30:00Z')

/** Counts whose service is unavailable until it is said to answer; what it got, by school. */
function countsOf() {
  const counted = new Map<string, number>()
  let isAvailable = false
  const ask = (_: string, __: object, { school }: { school: string }) => ({
    visits: {
      salt: async () => {
        if (!isAvailable) throw Object.assign(new Error('unavailable'), { status: 503 })
        return { day: '2026-11-21', salt: 'salt', expires_at: '2026-11-22T00:00:00.000Z' }
      },
      count: async ({ body: { visits } }: { body: { visits: unknown[] } }) =>
        void counted.set(school, (counted.get(school) ?? 0) + visits.length),
    },
  })
  const parts = { ask: ask as unknown as VisitorCountsParts['ask'], now: () => now, log: { warn: () => {} } }
  const visit = (school: string, network: string) =>
    ({
      ...{ school, network, isHead: false },
      request: {
        url: '/',
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
      },
    }) as unknown as Exchange
  const answer = () => {
    isAvailable = true
  }
  return { counts: new VisitorCounts(parts as VisitorCountsParts), counted, visit, answer }
}

test('while the service is away, a school with many visitors takes no place from others', async () => {
  const { counts, counted, visit, answer } = countsOf()
  for (let index = 0; index < 30_000; index++) counts.note(visit('loud', `10.${index}`), '/')
  counts.note(visit('quiet', '10.1'), '/')
  await counts.flush()
  expect(counted.size).toBe(0)
  answer()
  await counts.flush()
  expect(counted.get('quiet')).toBe(1)
  expect(counted.get('loud')).toBe(5000)
  await counts.stop()
})
