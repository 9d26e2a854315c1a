// The journal's writer. Every replica has one; the holder of the lease reads the stream, the others wait.
import { isId, noCost } from '@lms/contract'
import { typeOfSubject } from '@lms/events'
import { DatabaseUnavailable, type Runtime, step, type Worker } from '@lms/service-host'
import { freshEventsOf } from '../dispatch/fresh-events.ts'
import { readStored } from '../events/envelope.ts'
import { failedWebhookOf } from '../events/receivers.ts'
import { notifyDispatchers } from '../notifications.ts'
import { enterBatch, journalLease, LeaseLost, leaseSeconds, type Position } from './journal-batch.ts'
import type { NewEvent, Read } from './journal-entry.ts'
import { journalDelay } from './journal-metrics.ts'
import { LargeEvents } from './large-events.ts'
import { readStream, type StreamMessage, streamCreatedAt } from './stream-reader.ts'

export const journalWriter: Worker = {
  name: 'journal-writer',
  bus: { reads: [{ stream: 'events' }] },
  async start(runtime) {
    const writer = new JournalWriter(runtime)
    const running = writer.run()
    return {
      stop: async () => {
        writer.stop()
        await running
      },
    }
  },
}

/** A lag of this many milliseconds is logged, at this interval. */
const lateMs = 10_000

interface Leading {
  fence: number
  /** Of the last batch; large events before it may not be entered yet. */
  position: Position
  /** Whether the next batch is checked for events that the journal has: after a start, and after a batch with some. */
  expectsTwins: boolean
  large: LargeEvents
  /** The running renewal of the lease. */
  renewal: Promise<void>
}

class JournalWriter {
  readonly #runtime: Runtime
  #stopping = false
  #lateTold = Number.NEGATIVE_INFINITY
  #cut = () => {}

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  stop(): void {
    this.#stopping = true
    this.#cut()
  }

  async run(): Promise<void> {
    const { leases, log } = this.#runtime
    while (!this.#stopping) {
      try {
        const lease = await leases.acquire(journalLease, leaseSeconds)
        if (lease) await this.#lead(lease.fence)
        else await this.#pause(leaseSeconds * 200)
      } catch (error) {
        if (error instanceof LeaseLost || this.#stopping) continue
        log.warn({ err: error }, 'the journal failed and continues')
        await this.#pause(500 + Math.random() * 500)
      }
    }
    await leases.release(journalLease)
  }

  /** Reads on from the stored position until stopped, or until a failure. */
  async #lead(fence: number): Promise<void> {
    const { bus, leases, log } = this.#runtime
    const large = new LargeEvents()
    const position = await this.#position()
    const state: Leading = { fence, position, expectsTwins: true, large, renewal: Promise.resolve() }
    const reading = await readStream(bus, position.last, {
      read: message => ({
        seq: message.seq,
        event: this.#read(message),
        storedAt: Math.floor(message.info.timestampNanos / 1e6),
        behind: message.info.pending,
      }),
      handle: messages => this.#handle(messages, state),
    })
    const stop = () => {
      reading.stop()
      large.stop()
    }
    this.#cut = stop
    if (this.#stopping) stop()
    // Not with every batch: renewing costs more than looking whether the lease is held.
    const renewal = setInterval(() => {
      state.renewal = leases.acquire(journalLease, leaseSeconds).then(
        lease => {
          if (lease?.fence !== fence) stop()
        },
        error => {
          if (!(error instanceof DatabaseUnavailable))
            log.warn({ err: error }, 'the lease of the journal was not renewed')
          stop()
        },
      )
    }, leaseSeconds * 300)
    const running = [reading.ended, large.run(batch => this.#enterLarge(batch, state))]
    try {
      await Promise.all(running)
    } finally {
      stop()
      // Whoever leads next must not meet a transaction of this one.
      await Promise.allSettled(running)
      clearInterval(renewal)
      this.#cut = () => {}
    }
  }

  /** Where reading continues; a stream that was created again is read from its beginning. */
  async #position(): Promise<Position> {
    const { bus, system } = this.#runtime
    const streamCreated = await streamCreatedAt(bus)
    const [row] = await system.rows(
      step(
        `insert into webhooks.positions as p (stream, stream_created, last) values ('EVENTS', $1, 0)
         on conflict (stream) do update set stream_created = excluded.stream_created,
           last = case when p.stream_created = excluded.stream_created then p.last else 0 end
         returning last`,
        [streamCreated],
      ),
    )
    return { streamCreated, last: Number(row![0]) }
  }

  async #handle(messages: readonly Read[], state: Leading): Promise<void> {
    const { large, position } = state
    const { passing, waiting } = large.split(messages)
    const { seq } = messages.at(-1)!
    if (passing.length > 0) await this.#enter(passing, Math.min(seq, large.first() - 1), state)
    state.position = { ...position, last: seq }
    await large.add(waiting)
  }

  #enterLarge(batch: readonly Read[], state: Leading): Promise<void> {
    return this.#enter(batch, Math.min(state.position.last, state.large.first(batch) - 1), state)
  }

  /** Enters events; after that the journal has everything up to the stream position `last`. */
  async #enter(messages: readonly Read[], last: number, state: Leading): Promise<void> {
    const { system, leases, clock } = this.#runtime
    await state.renewal
    const { position, fence, expectsTwins } = state
    const events = messages.map(({ event }) => event).filter(event => event !== null)
    const context = { system, leases, fence, expectsTwins, now: clock.now().toISOString() }
    const entered = await enterBatch(events, { ...position, last }, context)
    state.expectsTwins = entered.twins
    for (const [school, run] of entered.runs) freshEventsOf(this.#runtime).add(school, run, performance.now())
    for (const [school, delivery] of entered.requested)
      this.#runtime.metering.add(school, { ...noCost, delivery })
    if (entered.webhooks.length) notifyDispatchers(this.#runtime, entered.webhooks, 'events')
    if (entered.queued.length) notifyDispatchers(this.#runtime, entered.queued)
    this.#logLag(messages.at(-1)!)
  }

  /** Logs a considerable lag of the journal: events wait in the stream, and none is lost. */
  #logLag({ storedAt, behind }: Read): void {
    const lag_ms = Date.now() - storedAt
    this.#runtime.metrics.observe(journalDelay, {}, Math.max(0, lag_ms / 1000))
    const now = performance.now()
    if (lag_ms < lateMs || now - this.#lateTold < lateMs) return
    this.#lateTold = now
    this.#runtime.log.warn({ lag_ms, behind }, 'the journal is behind the events stream')
  }

  /** The event of a message. Anything else is skipped, or it would block all others for ever. */
  #read(message: StreamMessage): NewEvent | null {
    const school = message.subject.split('.')[1]!
    const stored = isId('sch', school) ? readStored(message.string()) : null
    // A service may publish only the types that it declares, so an envelope with another type than its subject is
    // forged.
    if (!stored || stored.facts.type !== typeOfSubject(message.subject)) {
      const { subject, seq } = message
      this.#runtime.log.error(
        { subject, stream_sequence: seq },
        'a message on the events stream is not an event and is ignored',
      )
      return null
    }
    const { facts, payload } = stored
    const { related, object } = facts
    return {
      school,
      id: facts.id,
      type: facts.type,
      created_at: facts.created_at,
      request_id: message.headers?.get('X-Request-Id') ?? '',
      user_id: related.user_id ?? null,
      object_id: typeof object.id === 'string' ? object.id : null,
      failed_webhook_id: failedWebhookOf(facts.type, related),
      by_request: related.actor_id !== undefined,
      payload,
    }
  }

  #pause(ms: number): Promise<void> {
    if (this.#stopping) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#cut = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
