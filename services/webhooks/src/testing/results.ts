// Deliveries, their outcomes and their targets, as tests of the dispatcher make them.
import type { Due } from '../dispatch/due.ts'
import { SentEvent } from '../events/sent-event.ts'
import type { Outcome } from '../sending/outcome.ts'
import type { Target } from '../webhooks/target.ts'

/** Of a send that the receiver accepted. */
export const arrived: Outcome = {
  ok: true,
  status: 200,
  body: '',
  durationMs: 1,
  error: null,
  detail: null,
  ours: false,
}

/** A due delivery, with a row. */
export const dueOf = (id: string, more: Partial<Due> = {}): Due => ({
  id,
  at: '',
  first: null,
  attempts: 0,
  manual: false,
  replayed: false,
  eventId: `evt of ${id}`,
  object: null,
  event: new SentEvent({ type: 'order.paid', requestId: 'r', sequence: 1, payload: '{}' }),
  ...more,
})

/** A subscription without bounds of its own that takes every event. */
export const targetOf = (more: Partial<Target> = {}): Target => ({
  url: 'https://receiver.example/',
  secret: 'a secret of the test',
  rotation: null,
  headers: {},
  version: 1,
  active: true,
  maxParallel: null,
  maxPerSecond: null,
  sends: () => true,
  bodyOf: (event, replayed) => event.body(replayed),
  ...more,
})
