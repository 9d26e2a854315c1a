// Sends due deliveries. Every replica has a dispatcher; it leases lanes and sends for them, several at a time each,
// without an open transaction or connection meanwhile.
import { invalidationSubject } from '@lms/events'
import type { Runtime, Worker } from '@lms/service-host'
import { type Notification, onNotification } from '../notifications.ts'
import { outsideOf } from '../outside.ts'
import type { WebhookSettings } from '../settings.ts'
import { Feeding } from './feeding.ts'
import { type FreshEvents, freshEventsOf } from './fresh-events.ts'
import { LaneStore, leaseSeconds } from './lane.store.ts'
import { Lane } from './lane.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { Progress } from './progress.ts'
import { QueueStore } from './queue.store.ts'
import { type LaneHolder, Sends } from './sends.ts'

/** Everything that waits is looked for this often, whether or not a notification came. */
export const tickMs = 500
const leaseMs = leaseSeconds * 1000
const renewMs = leaseMs / 3
/** An idle lane is kept this long, for an event that may come at once. */
const lingerMs = 1000
/** If more lanes wait than a replica can have, none is kept for longer than this. */
const turnMs = 10_000
const lanesAtOnce = 100
/** A lane that could progress and has not for this long is released: a fresh start, here or elsewhere. */
const stalledMs = leaseMs
/** A lane that fails to load through a fault of its own is tried again after this time. */
const unreadableMs = 60_000
/** After an outage, leases have expired everywhere: for this long each replica only renews its own. */
const recoveryMs = 5_000

/** The progress of a lane without a cursor: it has never sent. */
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
  settings: Pick<WebhookSettings, 'lanes' | 'laneParallel'>
  store: Pick<LaneStore, 'claim' | 'renew' | 'giveBack' | 'load'>
  feeding: Pick<Feeding, 'feed'>
  fresh: Pick<FreshEvents, 'expire'>
  sendsFor(holder: LaneHolder): Pick<Sends, 'pump' | 'stop'>
}

function partsOf(runtime: Runtime): Parts {
  const [outside, fresh] = [outsideOf(runtime), freshEventsOf(runtime)]
  return {
    settings: outside.settings,
    store: new LaneStore(runtime.system, runtime.instance, runtime.vault),
    feeding: new Feeding(new QueueStore(runtime.system), fresh, runtime.clock),
    fresh,
    sendsFor: holder => new Sends(runtime, outside, holder),
  }
}

export class Dispatcher {
  readonly #runtime: Pick<Runtime, 'bus' | 'clock' | 'log'>
  readonly #parts: Omit<Parts, 'sendsFor'>
  readonly #sends: Pick<Sends, 'pump' | 'stop'>
  readonly #lanes = new Map<string, Lane>()
  #stopping = false
  /** Monotonic milliseconds: until then the lanes of others are left to them. */
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
    this.#sends = sendsFor({ feed: () => void this.#feed(), lose: lane => this.#lose(lane) })
    const alone = (what: string, run: () => Promise<void>) =>
      oneAtATime(run, error => runtime.log.warn({ err: error }, `${what} failed and will be repeated`))
    this.#claim = alone('claiming lanes', () => this.#claimLanes())
    this.#feed = alone('reading deliveries', () => this.#feedLanes())
    this.#renew = alone('renewing lanes', () => this.#renewLanes())
    this.#giveBack = alone('releasing lanes', () => this.#giveLanesBack())
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

  /** Takes nothing new, lets running sends end and be logged, and releases the lanes. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const subscription of this.#subscriptions) subscription.unsubscribe()
    await Promise.all([this.#claim(), this.#feed()])
    await this.#sends.stop()
    for (const timer of this.#timers) clearInterval(timer)
    for (const lane of this.#lanes.values()) lane.dropQueue()
    await this.#giveBack()
  }

  #notified(webhooks: readonly string[] | null, what: Notification): void {
    if (webhooks === null) {
      void this.#renew()
      this.#tick()
      return
    }
    for (const webhook of webhooks) {
      const lane = this.#lanes.get(webhook)
      if (!lane) void this.#claim()
      else if (what === 'events') lane.moreEvents = true
      else lane.lookAgain()
    }
    void this.#feed()
  }

  /** A subscription was changed or deleted: the replica with its lane loads it again. */
  #invalidated({ kind, id }: { kind?: string; id?: string }): void {
    if (kind !== 'webhook') return
    const lane = this.#lanes.get(id ?? '')
    if (lane) this.#reload(lane)
    void this.#claim()
  }

  #tick(): void {
    const now = performance.now()
    const lanes = [...this.#lanes.values()]
    for (const lane of lanes) {
      if (lane.isStalled(now, stalledMs)) lane.leave()
      if (lane.isOutOfDate(now)) lane.dropQueue()
      lane.lookAgain()
      this.#sends.pump(lane)
    }
    if (lanes.some(lane => lane.mayLoad(now))) void this.#feed()
    if (lanes.some(({ leasedUntil }) => leasedUntil < now)) void this.#renew()
    void this.#claim()
    void this.#giveBack()
    this.#parts.fresh.expire(now)
  }

  #reload(lane: Lane): void {
    lane.reload()
    void this.#feed()
  }

  async #claimLanes(): Promise<void> {
    const { settings, store } = this.#parts
    const room = settings.lanes - this.#lanes.size
    if (this.#stopping) return
    if (room <= 0) return this.#endTurns()
    const now = performance.now()
    const claimed = await store
      .claim(this.#runtime.clock.now(), {
        most: Math.min(room, lanesAtOnce),
        except: [...this.#lanes.keys()],
        ended: now > this.#recoversUntil,
      })
      .catch(error => {
        this.#recoversUntil = Number.POSITIVE_INFINITY
        throw error
      })
    this.#recoversUntil = Math.min(this.#recoversUntil, now + recoveryMs)
    const held = { parallel: settings.laneParallel, now, leasedUntil: now + leaseMs }
    for (const { failures, ...key } of claimed) {
      const before = this.#lanes.get(key.webhook)
      if (before) this.#lose(before)
      this.#lanes.set(key.webhook, new Lane(key, { ...held, failures }))
    }
    if (claimed.length) await this.#feed()
    if (claimed.length === lanesAtOnce) void this.#claim()
  }

  /** Releases lanes that were kept for their turn, so that waiting ones get room. */
  #endTurns(): void {
    const before = performance.now() - turnMs
    for (const lane of this.#lanes.values()) if (lane.heldSince < before) lane.leave()
  }

  async #renewLanes(): Promise<void> {
    const lanes = [...this.#lanes.values()]
    if (lanes.length === 0) return
    const leasedUntil = performance.now() + leaseMs
    const renewed = await this.#parts.store.renew(lanes)
    for (const lane of lanes) {
      const state = renewed.get(lane.key.webhook)
      if (!state) {
        this.#lose(lane)
        continue
      }
      lane.leasedUntil = leasedUntil
      if (!state.open) lane.leave()
      else if (lane.loaded && state.version !== (lane.target?.version ?? null)) this.#reload(lane)
    }
  }

  /** Another replica has the lane: running sends are logged, but move nothing. */
  #lose(lane: Lane): void {
    lane.lost = true
    lane.dropQueue()
    if (this.#lanes.get(lane.key.webhook) === lane) this.#lanes.delete(lane.key.webhook)
  }

  async #giveLanesBack(): Promise<void> {
    const now = performance.now()
    const idle = [...this.#lanes.values()].filter(
      lane => !lane.busy && (this.#stopping || lane.leaving || lane.isIdle(now, lingerMs)),
    )
    if (idle.length === 0) return
    for (const lane of idle) this.#lose(lane)
    await this.#parts.store.giveBack(idle, this.#runtime.clock.now())
    // Notifications that arrived meanwhile found them leased.
    void this.#claim()
  }

  async #feedLanes(): Promise<void> {
    const lanes = [...this.#lanes.values()]
    const now = performance.now()
    await this.#load(lanes.filter(lane => lane.mayLoad(now)))
    if (this.#stopping) return
    await this.#parts.feeding.feed(lanes)
    for (const lane of lanes) if (lane.queue.length > 0 || lane.wants > 0) this.#sends.pump(lane)
    if (lanes.some(lane => lane.mayLoad(now))) void this.#feed()
  }

  async #load(lanes: readonly Lane[]): Promise<void> {
    if (lanes.length === 0) return
    // A lane that changes while it is being loaded is loaded again.
    for (const lane of lanes) lane.loaded = true
    const { targets, kept } = await this.#parts.store.load(lanes).catch(error => {
      for (const lane of lanes) lane.loaded = false
      throw error
    })
    for (const lane of lanes) {
      // Only its holder moves a cursor, so it is read once.
      lane.progress ??= new Progress(kept.get(lane.key.webhook) ?? fromTheBeginning)
      const target = targets.get(lane.key.webhook) ?? null
      if (target instanceof Error) this.#setAside(lane, target)
      else {
        lane.target = target
        if (target?.active === false) lane.leave()
      }
    }
  }

  /** Only this lane's fault: the lanes loaded with it continue. */
  #setAside(lane: Lane, error: Error): void {
    const { school, webhook } = lane.key
    this.#runtime.log.error(
      { err: error, school, webhook },
      'a subscription gets no deliveries: LMS_SECRET_KEYS cannot decrypt its secrets',
    )
    lane.setAside(performance.now() + unreadableMs)
  }
}
