// Sends due deliveries. Every replica has a dispatcher; it leases channels and sends for them, several at a time each,
// without an open transaction or connection meanwhile.
import { invalidationSubject } from '@lms/events'
import type { Runtime, Worker } from '@lms/service-host'
import { type Notification, onNotification } from '../notifications.ts'
import { outsideOf } from '../outside.ts'
import type { WebhookSettings } from '../settings.ts'
import { ChannelStore, leaseSeconds } from './delivery-queue.store.ts'
import { Channel } from './delivery-queue.ts'
import { Feeding } from './feeding.ts'
import { type FreshEvents, freshEventsOf } from './fresh-events.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { Progress } from './progress.ts'
import { QueueStore } from './queue.store.ts'
import { type ChannelHolder, Sends } from './sends.ts'

/** Everything that waits is looked for this often, whether or not a notification came. */
export const tickMs = 500
const leaseMs = leaseSeconds * 1000
const renewMs = leaseMs / 3
/** An idle channel is kept this long, for an event that may come at once. */
const lingerMs = 1000
/** If more channels wait than a replica can have, none is kept for longer than this. */
const turnMs = 10_000
const channelsAtOnce = 100
/** A channel that could progress and has not for this long is released: a fresh start, here or elsewhere. */
const stalledMs = leaseMs
/** A channel that fails to load through a fault of its own is tried again after this time. */
const unreadableMs = 60_000
/** After an outage, leases have expired everywhere: for this long each replica only renews its own. */
const recoveryMs = 5_000

/** The progress of a channel without a cursor: it has never sent. */
const fromTheBeginning = { sequence: 0, done: [], moves: 0 }

/** Subscriptions that any replica of this service changed or deleted. */
const changes = invalidationSubject('*', 'webhooks')

export const dispatcher: Worker = {
  name: 'dispatcher',
  bus: { listens: [changes] },
  async start(runtime) {
    const running = new Dispatcher(runtime, partsOf(runtime))
    running.start()
    return running
  },
}

interface Parts {
  settings: Pick<WebhookSettings, 'channels' | 'channelParallel'>
  store: Pick<ChannelStore, 'claim' | 'renew' | 'giveBack' | 'load'>
  feeding: Pick<Feeding, 'feed'>
  fresh: Pick<FreshEvents, 'expire'>
  sendsFor(holder: ChannelHolder): Pick<Sends, 'pump' | 'stop'>
}

function partsOf(runtime: Runtime): Parts {
  const [outside, fresh] = [outsideOf(runtime), freshEventsOf(runtime)]
  return {
    settings: outside.settings,
    store: new ChannelStore(runtime.system, runtime.instance, runtime.vault),
    feeding: new Feeding(new QueueStore(runtime.system), fresh, runtime.clock),
    fresh,
    sendsFor: holder => new Sends(runtime, outside, holder),
  }
}

export class Dispatcher {
  readonly #runtime: Pick<Runtime, 'bus' | 'clock' | 'log'>
  readonly #parts: Omit<Parts, 'sendsFor'>
  readonly #sends: Pick<Sends, 'pump' | 'stop'>
  readonly #channels = new Map<string, Channel>()
  #stopping = false
  /** Monotonic milliseconds: until then the channels of others are left to them. */
  #recoversUntil = 0
  #timers: NodeJS.Timeout[] = []
  #subscriptions: { unsubscribe(): void }[] = []
  readonly #claim: () => Promise<void>
  readonly #feed: () => Promise<void>
  readonly #renew: () => Promise<void>
  readonly #giveBack: () => Promise<void>

  constructor(runtime: Pick<Runtime, 'bus' | 'clock' | 'log'>, { sendsFor, ...parts }: Parts) {
    this.#runtime = runtime
    this.#parts = parts
    this.#sends = sendsFor({ feed: () => void this.#feed(), lose: channel => this.#lose(channel) })
    const alone = (what: string, run: () => Promise<void>) =>
      oneAtATime(run, error => runtime.log.warn({ err: error }, `${what} failed and will be repeated`))
    this.#claim = alone('claiming channels', () => this.#claimChannels())
    this.#feed = alone('reading deliveries', () => this.#feedChannels())
    this.#renew = alone('renewing channels', () => this.#renewChannels())
    this.#giveBack = alone('releasing channels', () => this.#releaseChannels())
  }

  start(): void {
    const { bus } = this.#runtime
    this.#subscriptions = [
      onNotification(this.#runtime, (webhooks, what) => this.#notified(webhooks, what)),
      bus.nats.subscribe(changes, {
        callback: (error, message) => {
          if (!error) this.#invalidated(message.json())
        },
      }),
    ]
    this.#timers = [setInterval(() => this.#tick(), tickMs), setInterval(() => void this.#renew(), renewMs)]
    void this.#claim()
  }

  /** Takes nothing new, lets running sends end and be logged, and releases the channels. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const subscription of this.#subscriptions) subscription.unsubscribe()
    await Promise.all([this.#claim(), this.#feed()])
    await this.#sends.stop()
    for (const timer of this.#timers) clearInterval(timer)
    for (const channel of this.#channels.values()) channel.dropQueue()
    await this.#giveBack()
  }

  #notified(webhooks: readonly string[] | null, what: Notification): void {
    if (webhooks === null) {
      void this.#renew()
      this.#tick()
      return
    }
    for (const webhook of webhooks) {
      const channel = this.#channels.get(webhook)
      if (!channel) void this.#claim()
      else if (what === 'events') channel.moreEvents = true
      else channel.lookAgain()
    }
    void this.#feed()
  }

  /** A subscription was changed or deleted: the replica with its channel loads it again. */
  #invalidated({ kind, id }: { kind?: string; id?: string }): void {
    if (kind !== 'webhook') return
    const channel = this.#channels.get(id ?? '')
    if (channel) this.#reload(channel)
    void this.#claim()
  }

  #tick(): void {
    const now = performance.now()
    const channels = [...this.#channels.values()]
    for (const channel of channels) {
      if (channel.isStalled(now, stalledMs)) channel.leave()
      if (channel.isOutOfDate(now)) channel.dropQueue()
      channel.lookAgain()
      this.#sends.pump(channel)
    }
    if (channels.some(channel => channel.mayLoad(now))) void this.#feed()
    if (channels.some(({ leasedUntil }) => leasedUntil < now)) void this.#renew()
    void this.#claim()
    void this.#giveBack()
    this.#parts.fresh.expire(now)
  }

  #reload(channel: Channel): void {
    channel.reload()
    void this.#feed()
  }

  async #claimChannels(): Promise<void> {
    const { settings, store } = this.#parts
    const room = settings.channels - this.#channels.size
    if (this.#stopping) return
    if (room <= 0) return this.#endTurns()
    const now = performance.now()
    const claimed = await store
      .claim(this.#runtime.clock.now(), {
        most: Math.min(room, channelsAtOnce),
        except: [...this.#channels.keys()],
        ended: now > this.#recoversUntil,
      })
      .catch(error => {
        this.#recoversUntil = Number.POSITIVE_INFINITY
        throw error
      })
    this.#recoversUntil = Math.min(this.#recoversUntil, now + recoveryMs)
    const lease = { parallel: settings.channelParallel, now, leasedUntil: now + leaseMs }
    for (const { failures, ...key } of claimed) {
      const before = this.#channels.get(key.webhook)
      if (before) this.#lose(before)
      this.#channels.set(key.webhook, new Channel(key, { ...lease, failures }))
    }
    if (claimed.length) await this.#feed()
    if (claimed.length === channelsAtOnce) void this.#claim()
  }

  /** Releases channels that were kept for their turn, so that waiting ones get room. */
  #endTurns(): void {
    const before = performance.now() - turnMs
    for (const channel of this.#channels.values()) if (channel.heldSince < before) channel.leave()
  }

  async #renewChannels(): Promise<void> {
    const channels = [...this.#channels.values()]
    if (channels.length === 0) return
    const leasedUntil = performance.now() + leaseMs
    const renewed = await this.#parts.store.renew(channels)
    for (const channel of channels) {
      const state = renewed.get(channel.key.webhook)
      if (!state) {
        this.#lose(channel)
        continue
      }
      channel.leasedUntil = leasedUntil
      if (!state.open) channel.leave()
      else if (channel.loaded && state.version !== (channel.target?.version ?? null)) this.#reload(channel)
    }
  }

  /** Another replica has the channel: running sends are logged, but move nothing. */
  #lose(channel: Channel): void {
    channel.lost = true
    channel.dropQueue()
    if (this.#channels.get(channel.key.webhook) === channel) this.#channels.delete(channel.key.webhook)
  }

  async #releaseChannels(): Promise<void> {
    const now = performance.now()
    const idle = [...this.#channels.values()].filter(
      channel => !channel.busy && (this.#stopping || channel.leaving || channel.isIdle(now, lingerMs)),
    )
    if (idle.length === 0) return
    for (const channel of idle) this.#lose(channel)
    await this.#parts.store.giveBack(idle, this.#runtime.clock.now())
    // Notifications that arrived meanwhile found them leased.
    void this.#claim()
  }

  async #feedChannels(): Promise<void> {
    const channels = [...this.#channels.values()]
    const now = performance.now()
    await this.#load(channels.filter(channel => channel.mayLoad(now)))
    if (this.#stopping) return
    await this.#parts.feeding.feed(channels)
    for (const channel of channels)
      if (channel.queue.length > 0 || channel.wants > 0) this.#sends.pump(channel)
    if (channels.some(channel => channel.mayLoad(now))) void this.#feed()
  }

  async #load(channels: readonly Channel[]): Promise<void> {
    if (channels.length === 0) return
    // A channel that changes while it is being loaded is loaded again.
    for (const channel of channels) channel.loaded = true
    const { targets, kept: storedProgress } = await this.#parts.store.load(channels).catch(error => {
      for (const channel of channels) channel.loaded = false
      throw error
    })
    for (const channel of channels) {
      // Only its holder moves a cursor, so it is read once.
      channel.progress ??= new Progress(storedProgress.get(channel.key.webhook) ?? fromTheBeginning)
      const target = targets.get(channel.key.webhook) ?? null
      if (target instanceof Error) this.#setAside(channel, target)
      else {
        channel.target = target
        if (target?.active === false) channel.leave()
      }
    }
  }

  /** Only this channel's fault: the channels loaded with it continue. */
  #setAside(channel: Channel, error: Error): void {
    const { school, webhook } = channel.key
    this.#runtime.log.error(
      { err: error, school, webhook },
      'a subscription gets no deliveries: LMS_SECRET_KEYS cannot decrypt its secrets',
    )
    channel.setAside(performance.now() + unreadableMs)
  }
}
