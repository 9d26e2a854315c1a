// The sends of a replica: how many run, for which lane, and what is done with what comes of them.
import { newId } from '@lms/contract'
import { type Runtime, requestContext, startSpan } from '@lms/service-host'
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { Outside } from '../outside.ts'
import type { Outcome } from '../sending/outcome.ts'
import { logResults, type Result } from './attempt-log.ts'
import { Collector } from './collector.ts'
import type { Due, Lane, Target } from './lane.ts'
import { requestOf } from './request.ts'
import type { Told } from './told.ts'

/** How long a lane rests after a failure of ours, and up to twice as long. */
const restMs = 5000
/** More results than these waiting to be logged: sending stops until the database takes them. */
const mostUnlogged = 2000

interface Holder {
  /** A lane wants more deliveries. */
  feed(): void
  /** Another holds the lane. */
  lose(lane: Lane): void
}

export class Sends {
  readonly #runtime: Runtime
  readonly #outside: Outside
  readonly #holder: Holder
  readonly #log: Collector<Result>
  readonly #bySchool = new Map<string, number>()
  #running = 0
  /** Lanes that may send but for the bounds of their school or of the replica, in the order of their turn. */
  readonly #held = new Set<Lane>()
  #stopping = false
  #onIdle = () => {}

  constructor(runtime: Runtime, outside: Outside, holder: Holder) {
    this.#runtime = runtime
    this.#outside = outside
    this.#holder = holder
    this.#log = new Collector({
      write: results => this.#write(results),
      onError: error => runtime.log.warn({ err: error }, 'attempts are not logged yet; they are tried again'),
    })
  }

  /** Starts as many sends of a lane as its bounds allow, and sees that it gets more in time. */
  pump(lane: Lane): void {
    while (this.#mayStart(lane)) this.#startNext(lane)
    if (lane.wants > 0 && !this.#stopping) this.#holder.feed()
  }

  /** Starts nothing more, waits for what is on its way (each send has its deadline), and logs it. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#running > 0)
      await new Promise<void>(resolve => {
        this.#onIdle = resolve
      })
    await this.#outside.sender.close()
    await this.#log.finish()
  }

  #mayStart(lane: Lane): boolean {
    const now = performance.now()
    if (this.#stopping || !lane.maySend(now) || this.#log.size >= mostUnlogged) return false
    const { parallel, schoolParallel } = this.#outside.settings
    const free = this.#running < parallel && (this.#bySchool.get(lane.key.school) ?? 0) < schoolParallel
    if (!free) this.#held.add(lane)
    return free
  }

  #startNext(lane: Lane): void {
    const due = lane.queue.shift()!
    if (!lane.target || due.event === null) {
      this.#log.add({ lane, due, outcome: null })
      return
    }
    lane.inFlight++
    this.#count(lane, 1)
    void this.#send(lane, lane.target, due, due.event)
  }

  #count(lane: Lane, by: number): void {
    const { school } = lane.key
    this.#running += by
    const left = (this.#bySchool.get(school) ?? 0) + by
    if (left === 0) this.#bySchool.delete(school)
    else this.#bySchool.set(school, left)
  }

  async #send(lane: Lane, target: Target, due: Due, event: Told): Promise<void> {
    const startedAt = this.#runtime.clock.now()
    const { requestId } = event
    const span = this.#spanOf(lane, due, requestId)
    const sent = await this.#outside.sender
      .send(requestOf(target, { eventId: due.eventId, requestId, body: event.body(due.replayed) }, startedAt))
      .catch((error: unknown) => {
        this.#runtime.log.error({ err: error, request_id: requestId }, 'a delivery could not be sent')
        return null
      })
    if (span) endSpan(span, sent)
    lane.inFlight--
    this.#count(lane, -1)
    if (sent && !sent.ours) {
      lane.ended(sent.ok)
      this.#log.add({ lane, due, outcome: { attempt: newId('dat'), startedAt, sent } })
    } else {
      // Ours, so no attempt of the receiver's is used up: the delivery stays due.
      const { error, detail } = sent ?? {}
      const about = { error, detail, webhook: lane.key.webhook, request_id: requestId }
      this.#runtime.log.warn(about, 'a delivery failed on our side')
      lane.rest(due, performance.now() + restMs * (1 + Math.random()))
    }
    this.#pumpHeld()
    this.pump(lane)
    if (this.#running === 0) this.#onIdle()
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

  /** Gives each lane that was held up by a bound one send, in turn. */
  #pumpHeld(): void {
    for (const lane of [...this.#held]) {
      this.#held.delete(lane)
      if (this.#mayStart(lane)) {
        this.#startNext(lane)
        if (lane.maySend(performance.now())) this.#held.add(lane)
      } else if (this.#held.has(lane)) return
    }
  }

  async #write(results: readonly Result[]): Promise<void> {
    const lost = await logResults(results, this.#runtime)
    for (const { lane, due } of results) lane.logged(due, performance.now())
    for (const lane of lost) this.#holder.lose(lane)
    for (const lane of new Set(results.map(({ lane }) => lane))) this.pump(lane)
  }
}

function endSpan(span: Span, sent: Outcome | null): void {
  if (sent?.status) span.setAttribute('http.response.status_code', sent.status)
  if (!sent?.ok) span.setStatus({ code: SpanStatusCode.ERROR, message: sent?.error ?? 'not sent' })
  span.end()
}
