// The feed of changes that other services tell (`internal.<school>.invalidate.<service>`), read by each gateway for itself.
//
// It is live while signs of life come: the server beats twice a second when there is nothing to deliver, so a beat
// says that everything before it has been delivered. After a loss of the connection reading goes on behind the last
// message seen; what was told meanwhile is caught up on before the first beat.
import { setTimeout as pause } from 'node:timers/promises'
import type { Cost } from '@lms/contract'
import { type Bus, connectBus, everyInvalidation, everySpent, gatewaySubject, streams } from '@lms/events'
import { type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'

/** What a service tells of a school: its kind says what changed, `id`, `host` or `status` which or to what. */
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
  /** What a school has spent of its budgets; what is missed while the bus is away is not charged. */
  onSpent(school: string, cost: Cost): void
  /** What another gateway, or this one, has told all of them. */
  onPeer(message: string): void
  /** Messages may have been missed: nothing that is remembered can be trusted. */
  onGap(): void
  onError(error: unknown): void
}

export interface Feed {
  /** Whether every change told up to about a second ago is known. */
  live(): boolean
  /** Tells the services something by the same connection; throws where the bus does not take it within seconds. */
  publish(subject: string, payload: string): Promise<void>
  /** Tells all gateways something, now or never. */
  notifyPeers(message: string): void
  stop(): Promise<void>
}

const beatMs = 500
// Less than two beats, so that a beat that does not come is felt within a second.
const silenceMs = 950
const retryMs = 250
const publishMs = 2000
const peers = gatewaySubject('taken')

/** Starts reading; goes on, and reconnects, until stopped. */
export function startFeed(options: FeedOptions): Feed {
  const reader = new Reader(options)
  const running = reader.run()
  return {
    live: () => reader.live(),
    publish: (subject, payload) => reader.publish(subject, payload),
    notifyPeers: message => reader.notifyPeers(message),
    stop: () => reader.stop().then(() => running),
  }
}

class Reader {
  readonly #options: FeedOptions
  readonly #stopping = new AbortController()
  #bus: Bus | null = null
  #messages: ConsumerMessages | null = null
  /** Place in the stream of the last message read; null before the first start. */
  #seen: number | null = null
  /** How many messages the present consumer has given. */
  #given = 0
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
    // While the server is away the client would keep it, and send it late.
    if (this.#bus && this.live()) this.#bus.nats.publish(peers, message)
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
    // Nothing is sent here, so there is nothing to drain, and a server that is away could not be drained to.
    await this.#bus?.nats.close()
  }

  /** A server that is away for long is told of once, not with every attempt. */
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
  }

  /** Reads behind what was seen, until the consumer ends or has lost a message. */
  async #read({ js, manager }: Bus): Promise<void> {
    const stream = streams.internal.name
    const { state } = await manager.streams.info(stream)
    // At the first start, and where the stream itself was made anew, what came before is not known.
    if (this.#seen === null || state.last_seq < this.#seen) {
      this.#seen = state.last_seq
      this.#options.onGap()
    }
    const consumer = await js.consumers.get(stream, {
      filter_subjects: everyInvalidation,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.#seen + 1,
    })
    this.#given = 0
    const messages = await consumer.consume({
      callback: message => this.#receive(message),
      idle_heartbeat: beatMs,
    })
    this.#messages = messages
    for await (const notice of messages.status()) {
      if (notice.type === 'heartbeat' && notice.lastConsumerSequence === this.#given) this.#sign()
      // Messages that were sent into a broken connection are not sent again: read again behind the last one seen.
      else if (notice.type === 'heartbeat' || notice.type === 'ordered_consumer_recreated') messages.stop()
    }
    const error = await messages.closed()
    if (error) throw error
  }

  #receive(message: JsMsg): void {
    this.#seen = message.info.streamSequence
    this.#given = message.info.deliverySequence
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

/** What cannot be read still says that something of the school changed. */
function readChange(message: JsMsg): Change {
  try {
    return message.json<Change>()
  } catch {
    return { kind: 'unknown' }
  }
}
