// The state of one leased channel in a dispatcher: the subscription, fetched and running deliveries. No input or output
// here.

import type { Target } from '../webhooks/target.ts'
import type { Due } from './due.ts'
import type { Progress, StoredProgress } from './progress.ts'

export interface ChannelKey {
  school: string
  webhook: string
  fence: number
  /** The number by which events name it. */
  number: number
}

const maxFetched = 200
/** Nothing is added to a queue with more bytes. */
const maxQueuedBytes = 1024 * 1024
/** A queue that lasts longer than this is too long: it may be out of date when its turn comes. */
const freshMs = 500
/**
 * No send begins with an event that was read longer ago: an erasure may have blanked it in the journal since. The pause
 * between the two passes of an erasure (`betweenSeconds` there) must outlast this and the send: they change together.
 */
const maxAgeMs = 30_000
/** If sends occupy their slot for longer than this on average, fewer run at a time. */
const briefMs = 2000
/** The weight of the newest send in that average. */
const newest = 1 / 8

export class Channel {
  readonly key: ChannelKey
  readonly #parallel: number
  /** Null until it is loaded, and if the subscription is deleted. */
  target: Target | null = null
  /** Null until it is loaded. */
  progress: Progress | null = null
  loaded = false
  /** Fetched and waiting to be sent. */
  queue: Due[] = []
  #queuedBytes = 0
  /** Start times of the sends of the last second, and of the next one; for a channel with a rate. */
  #starts: number[] = []
  #nextAt = 0
  /** Fetched and not yet logged; the next fetch excludes these. */
  readonly unlogged = new Set<string>()
  /** How long a send occupies its slot, in milliseconds: a moving average. */
  slotMs = 0
  /** Failed sends since the last success. */
  failures: number
  /** The queue may have due deliveries that are not fetched. */
  moreDue = true
  /** The journal may have events that are not fetched. */
  moreEvents = true
  leaving = false
  /** Another replica has it; running sends no longer count. */
  lost = false
  /** Monotonic milliseconds: until then it sends nothing, because a failure was the server's. */
  sleepsUntil = 0
  /** Since when all its sends have failed on the server. */
  oursSince: Date | null = null
  /** Monotonic milliseconds: until then no other replica can have it. */
  leasedUntil: number
  readonly heldSince: number
  idleSince: number
  /** When one of its deliveries ended, or it was claimed. */
  #movedAt: number
  #fetchSize: number
  #fetchedAt = 0

  constructor(
    key: ChannelKey,
    {
      parallel,
      failures,
      leasedUntil,
      now,
    }: { parallel: number; failures: number; leasedUntil: number; now: number },
  ) {
    this.key = key
    this.#parallel = parallel
    this.failures = failures
    this.leasedUntil = leasedUntil
    this.heldSince = now
    this.idleSince = now
    this.#movedAt = now
    this.#fetchSize = parallel * 2
  }

  /** Whether all waiting deliveries are to end, because the subscription is deleted. */
  get ends(): boolean {
    return this.loaded && this.target === null
  }
  /** Whether a delivery is fetched, running or not yet logged. */
  get busy(): boolean {
    return this.unlogged.size > 0
  }
  isIdle(now: number, lingerMs: number): boolean {
    return this.loaded && !this.busy && this.sleepsUntil < now && now - this.idleSince > lingerMs
  }
  mayLoad(now: number): boolean {
    return !this.loaded && !this.leaving && !this.lost && this.sleepsUntil < now
  }
  /** Whether it has work, is not resting, and has made no progress for this long. */
  isStalled(now: number, ms: number): boolean {
    if (this.sleepsUntil > now || now - this.#movedAt < ms) return false
    return !this.loaded || this.queue.length > 0
  }
  /** The maximum of running sends: one while the last ones all failed, and fewer the longer they occupy their slots. */
  get bound(): number {
    if (this.failures >= this.#parallel) return 1
    const most = Math.min(this.#parallel, this.target?.maxParallel ?? this.#parallel)
    return Math.max(1, Math.floor(most * Math.min(1, briefMs / this.slotMs)))
  }
  /** Milliseconds until its rate allows the next send. */
  pauseMs(now: number): number {
    return Math.max(0, this.#nextAt - now)
  }
  /** Counts a starting send. A second's worth may start at once after a pause. */
  begin(now: number): void {
    const rate = this.target?.maxPerSecond
    if (!rate) return
    this.#starts = this.#starts.filter(at => at > now - 1000)
    this.#starts.push(now)
    this.#nextAt = this.#starts.length < rate ? 0 : this.#starts[this.#starts.length - rate]! + 1000
  }
  maySend(now: number): boolean {
    if (!this.loaded || this.leaving || this.lost || this.sleepsUntil > now || this.leasedUntil < now)
      return false
    return this.queue.length > 0 && this.#nextAt <= now && !this.isOutOfDate(now)
  }
  /** Whether what is next was read too long ago to be sent: the queue is to be dropped, and fetched again. */
  isOutOfDate(now: number): boolean {
    const event = this.queue[0]?.event
    return event != null && now - event.readAt > maxAgeMs
  }
  /** There may be more to fetch, of both kinds. */
  lookAgain(): void {
    this.moreDue = true
    this.moreEvents = true
  }
  /** How many more it should fetch now; 0 if it has enough. */
  get wants(): number {
    if (!(this.moreDue || this.moreEvents) || !this.mayTake) return 0
    if (this.#isSlow) return this.queue.length === 0 ? this.room : 0
    return this.queue.length > this.#fetchSize / 2 ? 0 : this.room
  }
  /** How many more it has room for. */
  get room(): number {
    if (this.#queuedBytes >= maxQueuedBytes) return 0
    return Math.max(0, (this.#isSlow ? 2 * this.bound : this.#fetchSize) - this.queue.length)
  }
  get #isSlow(): boolean {
    return this.failures >= this.#parallel || this.bound < this.#parallel
  }
  /** An answer to a fetch before a stop or reload is out of date. */
  get mayTake(): boolean {
    return this.loaded && !this.leaving && !this.lost
  }

  /** A fetch begins. A queue that drains fast gets more at a time. */
  fetches(now: number): void {
    const size = now - this.#fetchedAt < freshMs ? this.#fetchSize * 2 : this.#fetchSize / 2
    this.#fetchSize = Math.floor(Math.max(this.#parallel * 2, Math.min(maxFetched, size)))
    this.#fetchedAt = now
  }

  /** Adds fetched deliveries. */
  take(due: Due): void {
    this.unlogged.add(due.id)
    this.queue.push(due)
    this.#queuedBytes += bytesOf(due)
    if (due.first !== null) this.progress!.take(due.first, due)
  }

  /** The next delivery to send. */
  next(): Due {
    const due = this.queue.shift()!
    this.#queuedBytes -= bytesOf(due)
    return due
  }

  /** Drops fetched deliveries that have not started, so that they are fetched again. */
  dropQueue(): void {
    for (const due of this.queue) this.#drop(due)
    this.queue = []
    this.#queuedBytes = 0
    this.lookAgain()
  }

  #drop({ id, first }: Due): void {
    this.unlogged.delete(id)
    if (first !== null) this.progress!.drop(first)
  }

  /** Its subscription may have changed: it is loaded and fetched for again. */
  reload(): void {
    this.loaded = false
    this.sleepsUntil = 0
    this.dropQueue()
  }

  /** It cannot be loaded for now. */
  setAside(until: number): void {
    this.loaded = false
    this.sleepsUntil = until
    this.#movedAt = until
  }

  /** Takes nothing new; it is released when everything is logged. */
  leave(): void {
    this.leaving = true
    this.dropQueue()
  }

  /** Counts an outcome, and how long the send occupied the slot. */
  ended(ok: boolean, slotMs: number): void {
    this.failures = ok ? 0 : this.failures + 1
    this.slotMs += (slotMs - this.slotMs) * newest
  }

  /** A send had no outcome: the delivery stays due. */
  giveBack(due: Due): void {
    this.#drop(due)
  }

  /** Rests because a failure was the server's. */
  rest(until: number): void {
    this.dropQueue()
    this.sleepsUntil = until
    this.#movedAt = until
  }

  /** An outcome is in the database. */
  logged(due: Due, now: number): void {
    this.unlogged.delete(due.id)
    // The next delivery of the object may start.
    if (due.object !== null) this.moreDue = true
    if (due.first !== null) this.progress!.logged(due.first)
    this.idleSince = now
    this.#movedAt = now
  }

  /** The database has lost some moves: these events are fetched again. */
  restart(stored: StoredProgress): void {
    this.dropQueue()
    this.progress!.restart(stored)
  }

  /** A running delivery got its rows: its outcome moves them. */
  spilled(due: Due): void {
    this.progress!.logged(due.first!)
    due.first = null
  }
}

const bytesOf = ({ event }: Due) => event?.bytes ?? 0
