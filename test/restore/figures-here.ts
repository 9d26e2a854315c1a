// Figures of a school that was restored.
import { eventually } from '@lms/testing'
import type { Gateway } from '@lms/testing/gateway'

/**
 * Waits until figures name the last event that they have counted, and returns their payments. The first one that they name
 * is none before `last`, the last one of the archive: up to there all is counted anew.
 */
export async function paymentsHere(
  gateway: Gateway,
  { host, key }: { host: string; key: string },
  last: number,
): Promise<number> {
  const period = { from: '2026-01-01', to: '2026-12-31' }
  const { as_of, data } = await eventually('figures that are counted anew', async () => {
    const body = { metrics: ['payments'], period }
    const answer = await gateway.call('POST', '/api/v1/analytics/query', { host, key, body })
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body.as_of.sequence === null ? null : answer.body
  })
  expect(as_of.sequence).toBeGreaterThanOrEqual(last)
  expect(as_of.at).toEqual(expect.any(String))
  return data.reduce((sum: number, { values }: any) => sum + (values.payments ?? 0), 0)
}
