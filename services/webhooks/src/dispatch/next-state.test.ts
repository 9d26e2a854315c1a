// What becomes of a delivery by its attempt, and whether the school is told.

import { SentEvent } from '../events/sent-event.ts'
import type { Outcome } from '../sending/outcome.ts'
import { RETRY_DELAYS_MS } from '../sending/schedule.ts'
import { arrived as accepted } from '../testing/results.ts'
import { webhookFailed } from '../webhooks/webhook-failed.ts'
import type { Channel } from './delivery-queue.ts'
import type { Due } from './due.ts'
import { tellsFailure } from './failure-news.ts'
import { moved } from './next-state.ts'

const startedAt = new Date('2026-11-22T08:00:00Z')
const tookMs = 10_000
const arrived: Outcome = { ...accepted, durationMs: tookMs }
const refused: Outcome = { ...arrived, ok: false, status: 500, error: 'http_status' }
const ours: Outcome = { ...arrived, ok: false, status: null, error: 'dns', ours: true }

const after = (sent: Outcome | null, more: Partial<Due> & { type?: string } = {}) => {
  const { type = 'order.paid', ...facts } = more
  const event = new SentEvent({ type, requestId: 'r', sequence: 1, payload: '{}' })
  const due = { attempts: 0, manual: false, event, ...facts } as Due
  return moved({ channel: {} as Channel, due, outcome: sent && { attempt: null, startedAt, sent } })
}

test.each<[string, Outcome | null, Parameters<typeof after>[1], string, number, boolean]>([
  ['arrives at once', arrived, {}, 'delivered', 1, false],
  ['arrives at its last attempt', arrived, { attempts: 6 }, 'delivered', 7, false],
  ['fails at first', refused, {}, 'waiting_retry', 1, false],
  ['fails for the sixth time', refused, { attempts: 5 }, 'waiting_retry', 6, false],
  ['fails for the seventh time', refused, { attempts: 6 }, 'failed', 7, true],
  ['is a manual retry and fails', refused, { manual: true }, 'failed', 1, false],
  ['has failed on the server for too long', ours, { attempts: 2 }, 'failed', 3, true],
  ['is itself the news of a failure', refused, { attempts: 6, type: webhookFailed.type }, 'failed', 7, false],
  ['is not to be sent any more', null, { attempts: 3 }, 'failed', 3, false],
  ['has lost its event', null, { attempts: 3, event: null }, 'failed', 3, false],
])('a delivery that %s', (_, sent, more, status, attempts, tells) => {
  const result = after(sent, more)
  expect(result).toMatchObject({ status, attempts })
  expect(result.nextAt === null).toBe(status !== 'waiting_retry')
  expect(tellsFailure(result)).toBe(tells)
})

test('the next attempt is counted from the failure of the last one', () => {
  const { nextAt } = after(refused, { attempts: 1 })
  const earliest = startedAt.getTime() + tookMs + RETRY_DELAYS_MS[1]!
  expect(nextAt!.getTime()).toBeGreaterThanOrEqual(earliest)
  expect(nextAt!.getTime()).toBeLessThan(earliest + 5000)
})
