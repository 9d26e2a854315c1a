// The sends of a replica: how many run, for which lane, and the handling of their results.
import { type Runtime, readDatabaseTime, requestContext, startSpan } from '@lms/service-host'
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { largeBytes, type SentEvent } from '../events/sent-event.ts'
import type { Outside } from '../outside.ts'
import type { Outcome } from '../sending/outcome.ts'
import { BODY_DEADLINE_MS } from '../sending/sender.ts'
import { requestOf } from '../webhooks/request.ts'
import type { Target } from '../webhooks/target.ts'
import { logResults } from './attempt-log.ts'
import { Collector } from './collector.ts'
import type { Due } from './due.ts'
import type { Lane } from './lane.ts'
import type { Result } from './moved.ts'
import { Slots } from './slots.ts'

/** How long a lane rests after a failure of the server, and up to twice as long. */
const restMs = 5000
/** A delivery that fails on the server ends when it has been due for so long, … */
const maxDueMs = 24 * 3600_000
/** … and all sends of its lane have failed there for so long. */
const maxOursMs = 3600_000
/** With more unlogged results than this, sending stops until the database accepts them. */
const maxUnlogged = 2000
/** The turn of a large event comes after so many times the time that the one before took, and at most so many milliseconds. */
const restOfTurns = 2
const maxRestMs = 25

export interface LaneHolder {
  /** A lane wants more deliveries. */
  feed(): void
  /** Another replica has the lane. */
  lose(lane: Lane): void
}

export class Sends {
  readonly #runtime: Runtime
  readonly #outside: Outside
  readonly #holder: LaneHolder
  readonly #log: Collector<Result>
  /** Occupied until a status or an error. */
  readonly #slots: Slots
  /** Bodies that are read to their end after their status; without room here, the rest is dropped. */
  readonly #bodies: Slots
  /** Sends that are not logged yet, in a slot or reading a body. */
  #running = 0
  /** Lanes that wait for their own rate. */
  readonly #paused = new Map<Lane, NodeJS.Timeout>()
  /** The turns of large events. */
  #turns: Promise<unknown> = Promise.resolve()
  #stopping = false
  #onIdle = () => {}

  constructor(runtime: Runtime, outside: Outside, holder: LaneHolder) {
    this.#runtime = runtime
    this.#outside = outside
    this.#holder = holder
    const { parallel, schoolParallel, laneParallel } = outside.settings
    this.#slots = new Slots({ parallel, schoolParallel, laneParallel: ({ bound }) => bound })
    this.#bodies = new Slots({ parallel, schoolParallel, laneParallel: () => laneParallel })
    this.#log = new Collector({
      write: results => this.#write(results),
      onError: error =>
        runtime.log.warn({ err: error }, 'attempts could not be logged; logging will be repeated'),
      // The next one of its object goes out when this one is logged.
      isAwaited: ({ due }) => due.object !== null,
    })
  }

  /** Starts as many sends of a lane as its bounds allow, and requests more deliveries in time. */
  pump(lane: Lane): void {
    while (this.#mayStart(lane)) this.#startNext(lane)
    if (lane.wants > 0 && !this.#stopping) this.#holder.feed()
  }

  /** Starts nothing more, waits for running sends (each has a deadline), and logs them. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const timer of this.#paused.values()) clearTimeout(timer)
    if (this.#running > 0)
      await new Promise<void>(resolve => {
        this.#onIdle = resolve
      })
    await this.#outside.sender.close()
    await this.#log.finish()
  }

  #mayStart(lane: Lane): boolean {
    const now = performance.now()
    const pause = lane.pauseMs(now)
    if (pause > 0) this.#pumpIn(lane, pause)
    if (this.#stopping || !lane.maySend(now) || this.#log.size >= maxUnlogged) return false
    if (this.#slots.take(lane)) return true
    if (!this.#slots.isFull(lane)) this.#slots.wait(lane)
    return false
  }

  /** Resumes a lane when its rate allows; once for each pause. */
  #pumpIn(lane: Lane, ms: number): void {
    if (this.#paused.has(lane)) return
    const timer = setTimeout(() => {
      this.#paused.delete(lane)
      this.pump(lane)
    }, ms)
    this.#paused.set(lane, timer)
  }

  /** Starts the next send of a lane, in a slot taken for it. */
  #startNext(lane: Lane): void {
    const due = lane.next()
    if (!lane.target || due.event === null || !lane.target.sends(due.event)) {
      this.#slots.release(lane)
      this.#log.add({ lane, due, outcome: null })
      return
    }
    this.#running++
    lane.begin(performance.now())
    void this.#send(lane, lane.target, due, due.event)
  }

  async #send(lane: Lane, target: Target, due: Due, event: SentEvent): Promise<void> {
    if (event.bytes >= largeBytes) await this.#ownTurn()
    const startedAt = this.#runtime.clock.now()
    const { requestId } = event
    const span = this.#spanOf(lane, due, requestId)
    const slot = this.#useSlot(lane)
    const request = requestOf(
      target,
      { eventId: due.eventId, requestId, body: target.bodyOf(event, due.replayed) },
      startedAt,
      { deliveryId: due.id, attempt: due.attempts + 1 },
    )
    const sent = await this.#outside.sender
      .send({ ...request, answered: slot.answered })
      .catch((error: unknown) => {
        this.#runtime.log.error({ err: error, request_id: requestId }, 'a delivery could not be sent')
        return unsent
      })
    if (span) endSpan(span, sent)
    slot.end(sent)
    this.#running--
    const now = this.#runtime.clock.now()
    lane.oursSince = sent.ours ? (lane.oursSince ?? now) : null
    const ends = !sent.ours || isGivenUp(due, lane, now)
    if (ends) this.#log.add({ lane, due, outcome: { attempt: null, startedAt, sent } })
    // A failure of the server, which does not count as an attempt: the delivery stays due.
    else lane.giveBack(due)
    if (sent.ours) {
      const { error, detail } = sent
      const about = { error, detail, webhook: lane.key.webhook, request_id: requestId, ends }
      this.#runtime.log.warn(about, 'a delivery failed on the server')
      lane.rest(performance.now() + restMs * (1 + Math.random()))
    }
    this.#takeTurns()
    this.pump(lane)
    if (this.#running === 0) this.#onIdle()
  }

  /** A turn of the event loop for one large event: signing 1 MB takes 2 ms, in which nobody else is served. */
  async #ownTurn(): Promise<void> {
    const before = this.#turns
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turns = promise
    await before
    const began = performance.now()
    setImmediate(() => {
      const took = performance.now() - began
      setTimeout(resolve, Math.min(maxRestMs, restOfTurns * took))
    })
  }

  /** Hours may lie between the request and this attempt. */
  #spanOf({ key }: Lane, { id, eventId, attempts }: Due, requestId: string) {
    return startSpan(this.#runtime.service, 'delivery attempt', () => ({
      kind: SpanKind.CLIENT,
      parent: requestContext(requestId),
      attributes: {
        'lms.school_id': key.school,
        'lms.webhook_id': key.webhook,
        'lms.event_id': eventId,
        'lms.delivery_id': id,
        'lms.attempt': attempts + 1,
      },
    }))
  }

  /** The slot of a send: free from the status on, while the rest of the body is read outside of it. */
  #useSlot(lane: Lane) {
    const since = performance.now()
    let held = true
    let reads = false
    const free = (ok: boolean | null) => {
      held = false
      if (ok !== null) lane.ended(ok, performance.now() - since)
      this.#slots.release(lane)
    }
    return {
      answered: (ok: boolean): number => {
        free(ok)
        reads = this.#bodies.take(lane)
        this.#takeTurns()
        this.pump(lane)
        return reads ? BODY_DEADLINE_MS : 0
      },
      end: (sent: Outcome) => {
        if (reads) this.#bodies.release(lane)
        if (held) free(sent.ours ? null : sent.ok)
      },
    }
  }

  /** Gives free slots to waiting lanes, in turn. */
  #takeTurns(): void {
    for (let lane = this.#slots.next(); lane; lane = this.#slots.next()) {
      if (this.#stopping || !lane.maySend(performance.now()) || this.#log.size >= maxUnlogged) {
        this.#slots.release(lane)
        continue
      }
      this.#startNext(lane)
      if (lane.queue.length > 0 && !this.#slots.isFull(lane)) this.#slots.wait(lane)
    }
  }

  async #write(results: readonly Result[]): Promise<void> {
    const lost = await logResults(results, this.#runtime)
    for (const { lane, due } of results) lane.logged(due, performance.now())
    for (const lane of lost) this.#holder.lose(lane)
    for (const lane of new Set(results.map(({ lane }) => lane))) this.pump(lane)
  }
}

const unsent: Outcome = {
  ok: false,
  status: null,
  body: '',
  durationMs: 0,
  error: 'internal',
  detail: null,
  ours: true,
}

/** Whether a delivery that failed on the server ends so. One that was due for long has its tries first, too. */
const isGivenUp = ({ at }: Due, { oursSince }: Lane, now: Date): boolean =>
  now.getTime() - Date.parse(readDatabaseTime(at)) >= maxDueMs &&
  now.getTime() - oursSince!.getTime() >= maxOursMs

function endSpan(span: Span, sent: Outcome): void {
  if (sent.status) span.setAttribute('http.response.status_code', sent.status)
  if (!sent.ok) span.setStatus({ code: SpanStatusCode.ERROR, message: sent.error ?? 'not sent' })
  span.end()
}
