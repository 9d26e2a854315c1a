// The sends of a replica: how many run, for which channel, and the handling of their results.
import { type Runtime, readDatabaseTime, requestContext, startSpan, timeOfId } from '@lms/service-host'
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { largeBytes, type SentEvent } from '../events/sent-event.ts'
import type { Outside } from '../outside.ts'
import type { Outcome } from '../sending/outcome.ts'
import { BODY_DEADLINE_MS } from '../sending/sender.ts'
import { requestOf } from '../webhooks/request.ts'
import type { Target } from '../webhooks/target.ts'
import { logResults } from './attempt-log.ts'
import { Collector } from './collector.ts'
import { attemptDuration, deliveryAttempts, deliveryDelay } from './delivery-metrics.ts'
import type { Channel } from './delivery-queue.ts'
import type { Due } from './due.ts'
import type { Result } from './next-state.ts'
import { Slots } from './slots.ts'

/** How long a channel rests after a failure of the server, and up to twice as long. */
const restMs = 5000
/** A delivery that fails on the server ends when it has been due for so long, … */
const maxDueMs = 24 * 3600_000
/** … and all sends of its channel have failed there for so long. */
const maxOursMs = 3600_000
/** With more unlogged results than this, sending stops until the database accepts them. */
const maxUnlogged = 2000
/** The turn of a large event comes after so many times the time that the one before took, and at most so many milliseconds. */
const restOfTurns = 2
const maxRestMs = 25

export interface ChannelHolder {
  /** A channel wants more deliveries. */
  feed(): void
  /** Another replica has the channel. */
  lose(channel: Channel): void
}

export class Sends {
  readonly #runtime: Runtime
  readonly #outside: Outside
  readonly #holder: ChannelHolder
  readonly #log: Collector<Result>
  /** Occupied until a status or an error. */
  readonly #slots: Slots
  /** Bodies that are read to their end after their status; without room here, the rest is dropped. */
  readonly #bodies: Slots
  /** Sends that are not logged yet, in a slot or reading a body. */
  #running = 0
  /** Channels that wait for their own rate. */
  readonly #paused = new Map<Channel, NodeJS.Timeout>()
  /** The turns of large events. */
  #turns: Promise<unknown> = Promise.resolve()
  #stopping = false
  #onIdle = () => {}

  constructor(runtime: Runtime, outside: Outside, holder: ChannelHolder) {
    this.#runtime = runtime
    this.#outside = outside
    this.#holder = holder
    const { parallel, schoolParallel, channelParallel } = outside.settings
    this.#slots = new Slots({ parallel, schoolParallel, channelParallel: ({ bound }) => bound })
    this.#bodies = new Slots({ parallel, schoolParallel, channelParallel: () => channelParallel })
    this.#log = new Collector({
      write: results => this.#write(results),
      onError: error =>
        runtime.log.warn({ err: error }, 'attempts could not be logged; logging will be repeated'),
      // The next one of its object goes out when this one is logged.
      isAwaited: ({ due }) => due.object !== null,
    })
  }

  /** Starts as many sends of a channel as its bounds allow, and requests more deliveries in time. */
  pump(channel: Channel): void {
    while (this.#mayStart(channel)) this.#startNext(channel)
    if (channel.wants > 0 && !this.#stopping) this.#holder.feed()
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

  #mayStart(channel: Channel): boolean {
    const now = performance.now()
    const pause = channel.pauseMs(now)
    if (pause > 0) this.#pumpIn(channel, pause)
    if (this.#stopping || !channel.maySend(now) || this.#log.size >= maxUnlogged) return false
    if (this.#slots.take(channel)) return true
    if (!this.#slots.isFull(channel)) this.#slots.wait(channel)
    return false
  }

  /** Resumes a channel when its rate allows; once for each pause. */
  #pumpIn(channel: Channel, ms: number): void {
    if (this.#paused.has(channel)) return
    const timer = setTimeout(() => {
      this.#paused.delete(channel)
      this.pump(channel)
    }, ms)
    this.#paused.set(channel, timer)
  }

  /** Starts the next send of a channel, in a slot taken for it. */
  #startNext(channel: Channel): void {
    const due = channel.next()
    if (!channel.target || due.event === null || !channel.target.sends(due.event)) {
      this.#slots.release(channel)
      this.#log.add({ channel, due, outcome: null })
      return
    }
    this.#running++
    channel.begin(performance.now())
    void this.#send(channel, channel.target, due, due.event)
  }

  async #send(channel: Channel, target: Target, due: Due, event: SentEvent): Promise<void> {
    if (event.bytes >= largeBytes) await this.#ownTurn()
    const startedAt = this.#runtime.clock.now()
    const { requestId } = event
    const span = this.#spanOf(channel, due, requestId)
    const slot = this.#useSlot(channel)
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
    this.#count(due, startedAt, sent)
    slot.end(sent)
    this.#running--
    const now = this.#runtime.clock.now()
    channel.oursSince = sent.ours ? (channel.oursSince ?? now) : null
    const ends = !sent.ours || isGivenUp(due, channel, now)
    if (ends) this.#log.add({ channel, due, outcome: { attempt: null, startedAt, sent } })
    // A failure of the server, which does not count as an attempt: the delivery stays due.
    else channel.giveBack(due)
    if (sent.ours) {
      const { error, detail } = sent
      const about = { error, detail, webhook: channel.key.webhook, request_id: requestId, ends }
      this.#runtime.log.warn(about, 'a delivery failed on the server')
      channel.rest(performance.now() + restMs * (1 + Math.random()))
    }
    this.#takeTurns()
    this.pump(channel)
    if (this.#running === 0) this.#onIdle()
  }

  #count({ attempts, replayed, eventId }: Due, startedAt: Date, { ours, error, durationMs }: Outcome): void {
    const { metrics } = this.#runtime
    metrics.count(deliveryAttempts, { outcome: ours ? 'server' : (error ?? 'ok') })
    metrics.observe(attemptDuration, {}, durationMs / 1000)
    if (attempts > 0 || replayed) return
    metrics.observe(
      deliveryDelay,
      {},
      Math.max(0, (startedAt.getTime() - timeOfId(eventId).getTime()) / 1000),
    )
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
  #spanOf({ key }: Channel, { id, eventId, attempts }: Due, requestId: string) {
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
  #useSlot(channel: Channel) {
    const since = performance.now()
    let isHeld = true
    let reads = false
    const free = (ok: boolean | null) => {
      isHeld = false
      if (ok !== null) channel.ended(ok, performance.now() - since)
      this.#slots.release(channel)
    }
    return {
      answered: (ok: boolean): number => {
        free(ok)
        reads = this.#bodies.take(channel)
        this.#takeTurns()
        this.pump(channel)
        return reads ? BODY_DEADLINE_MS : 0
      },
      end: (sent: Outcome) => {
        if (reads) this.#bodies.release(channel)
        if (isHeld) free(sent.ours ? null : sent.ok)
      },
    }
  }

  /** Gives free slots to waiting channels, in turn. */
  #takeTurns(): void {
    for (let channel = this.#slots.next(); channel; channel = this.#slots.next()) {
      if (this.#stopping || !channel.maySend(performance.now()) || this.#log.size >= maxUnlogged) {
        this.#slots.release(channel)
        continue
      }
      this.#startNext(channel)
      if (channel.queue.length > 0 && !this.#slots.isFull(channel)) this.#slots.wait(channel)
    }
  }

  async #write(results: readonly Result[]): Promise<void> {
    const lost = await logResults(results, this.#runtime)
    for (const { channel, due } of results) channel.logged(due, performance.now())
    for (const channel of lost) this.#holder.lose(channel)
    for (const channel of new Set(results.map(({ channel }) => channel))) this.pump(channel)
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
const isGivenUp = ({ at }: Due, { oursSince }: Channel, now: Date): boolean =>
  now.getTime() - Date.parse(readDatabaseTime(at)) >= maxDueMs &&
  now.getTime() - oursSince!.getTime() >= maxOursMs

function endSpan(span: Span, sent: Outcome): void {
  if (sent.status) span.setAttribute('http.response.status_code', sent.status)
  if (!sent.ok) span.setStatus({ code: SpanStatusCode.ERROR, message: sent.error ?? 'not sent' })
  span.end()
}
