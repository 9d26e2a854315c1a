// The feed of changes that services publish (`internal.<school>.invalidate.<service>`), read by each gateway for
// itself.
//
// It is live while heartbeats arrive: the server sends one twice a second when there is nothing to deliver, so a
// heartbeat proves that everything before it was delivered. After a lost connection, reading continues after the last
// message. Changes published meanwhile arrive before the first heartbeat.
import { setTimeout as pause } from 'node:timers/promises'
import { type Cost, common, Refused } from '@lms/contract'
import { type Bus, connectBus, everyInvalidation, everySpent, gatewaySubject, streams } from '@lms/events'
import { type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'

/** A change of a school: `kind` says what changed, and `id`, `host` or `status` which object, or the new value. */
export interface Change {
  kind: string
  id?: string
  host?: string
  status?: string
}

export interface FeedOptions {
  url: string
  password: string
  replicas: number
  onChange(school: string, change: Change): void
  /** The usage of a school's budgets. Messages missed while the bus is unavailable are not charged. */
  onSpent(school: string, cost: Cost): void
  /** A message of another gateway, or of this one, to all of them. */
  onPeer(message: string): void
  /** Messages may have been missed: cached values can no longer be trusted. */
  onGap(): void
  /** The connection was lost and is back: messages of `hear` may have been missed. */
  onReturn(): void
  onError(error: unknown): void
}

export interface Feed {
  /** Whether all changes up to about a second ago have arrived. */
  live(): boolean
  /** Publishes to the services on the same connection; throws if the bus does not accept it within seconds. */
  publish(subject: string, payload: string): Promise<void>
  /** Publishes to all gateways, at once or not at all. */
  notifyPeers(message: string): void
  /** Subscribes on the same connection; resolves when nothing is missed from here on. Rejects while the bus is away. */
  hear(subject: string, receive: (message: string) => void): Promise<() => void>
  stop(): Promise<void>
}

const beatMs = 500
// Less than two heartbeats, so that a missing one is noticed within a second.
const silenceMs = 950
const retryMs = 250
const publishMs = 2000
const peers = gatewaySubject('taken')

/** Starts reading; continues, and reconnects, until stopped. */
export function startFeed(options: FeedOptions): Feed {
  const reader = new Reader(options)
  const running = reader.run()
  return {
    live: () => reader.live(),
    publish: (subject, payload) => reader.publish(subject, payload),
    notifyPeers: message => reader.notifyPeers(message),
    hear: (subject, receive) => reader.hear(subject, receive),
    stop: () => reader.stop().then(() => running),
  }
}

class Reader {
  readonly #options: FeedOptions
  readonly #stopping = new AbortController()
  #bus: Bus | null = null
  #messages: ConsumerMessages | null = null
  /** Position in the stream of the last message read; null before the first start. */
  #seen: number | null = null
  /** Number of messages from the present consumer. */
  #lastSequence = 0
  #signAt = Number.NEGATIVE_INFINITY
  #troubled = false

  constructor(options: FeedOptions) {
    this.#options = options
  }

  live(): boolean {
    return performance.now() - this.#signAt < silenceMs
  }

  async publish(subject: string, payload: string): Promise<void> {
    if (!this.#bus) throw new Error('The bus is unavailable.')
    await this.#bus.js.publish(subject, payload, { timeout: publishMs })
  }

  notifyPeers(message: string): void {
    // While the server is unavailable, the client would keep the message and send it late.
    if (this.#bus && this.live()) this.#bus.nats.publish(peers, message)
  }

  async hear(subject: string, receive: (message: string) => void): Promise<() => void> {
    if (!this.#bus) throw new Refused(common.unavailable)
    const { nats } = this.#bus
    const subscription = nats.subscribe(subject, {
      callback: (error, message) => {
        if (!error) receive(message.string())
      },
    })
    const { signal } = this.#stopping
    const late = pause(publishMs, true, { signal, ref: false }).catch(() => true)
    // Its answer comes behind the subscription.
    if (await Promise.race([nats.flush().then(() => false), late])) {
      subscription.unsubscribe()
      throw new Refused(common.unavailable)
    }
    return () => subscription.unsubscribe()
  }

  async run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        this.#bus ??= await this.#connect()
        if (!signal.aborted) await this.#read(this.#bus)
      } catch (error) {
        this.#reportOnce(error)
      }
      this.#signAt = Number.NEGATIVE_INFINITY
      await pause(retryMs * (1 + Math.random()), null, { signal }).catch(() => {})
    }
    await this.#bus?.nats.close()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#messages?.stop()
    // Nothing is sent here, so there is nothing to drain; and draining to an unavailable server would hang.
    await this.#bus?.nats.close()
  }

  /** A server that is unavailable for long is reported once, not with every attempt. */
  #reportOnce(error: unknown): void {
    if (!this.#troubled && !this.#stopping.signal.aborted) this.#options.onError(error)
    this.#troubled = true
  }

  async #connect(): Promise<Bus> {
    const { url, password, replicas } = this.#options
    const bus = await connectBus({ url, credential: { user: 'gateway', password }, replicas, wait: false })
    this.#watch(bus)
    bus.nats.subscribe(everySpent, {
      callback: (error, message) => {
        if (!error) this.#spent(message.json())
      },
    })
    bus.nats.subscribe(peers, {
      callback: (error, message) => {
        if (!error) this.#options.onPeer(message.string())
      },
    })
    return bus
  }

  async #watch({ nats }: Bus): Promise<void> {
    for await (const { type } of nats.status())
      if (type === 'disconnect') this.#signAt = Number.NEGATIVE_INFINITY
      else if (type === 'reconnect') this.#options.onReturn()
  }

  /** Reads after the last message, until the consumer ends or has lost a message. */
  async #read({ js, manager }: Bus): Promise<void> {
    const stream = streams.internal.name
    const { state } = await manager.streams.info(stream)
    // At the first start, and after the stream was created again, earlier messages are unknown.
    if (this.#seen === null || state.last_seq < this.#seen) {
      this.#seen = state.last_seq
      this.#options.onGap()
    }
    const consumer = await js.consumers.get(stream, {
      filter_subjects: everyInvalidation,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.#seen + 1,
    })
    this.#lastSequence = 0
    const messages = await consumer.consume({
      callback: message => this.#receive(message),
      idle_heartbeat: beatMs,
    })
    this.#messages = messages
    for await (const notice of messages.status()) {
      if (notice.type === 'heartbeat' && notice.lastConsumerSequence === this.#lastSequence) this.#sign()
      // Messages sent into a broken connection are not sent again: reading starts again after the last one.
      else if (notice.type === 'heartbeat' || notice.type === 'ordered_consumer_recreated') messages.stop()
    }
    const error = await messages.closed()
    if (error) throw error
  }

  #receive(message: JsMsg): void {
    this.#seen = message.info.streamSequence
    this.#lastSequence = message.info.deliverySequence
    this.#options.onChange(message.subject.split('.')[1]!, readChange(message))
    this.#sign()
  }

  #spent(costs: Record<string, Cost>): void {
    for (const [school, cost] of Object.entries(costs)) this.#options.onSpent(school, cost)
  }

  #sign(): void {
    this.#troubled = false
    this.#signAt = performance.now()
  }
}

/** An unreadable message still says that something about the school changed. */
function readChange(message: JsMsg): Change {
  try {
    return message.json<Change>()
  } catch {
    return { kind: 'unknown' }
  }
}
