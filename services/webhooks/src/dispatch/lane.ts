// What a dispatcher knows of one lane that it holds: the subscription, what it has fetched, what is on its way.
// No input or output here; the dispatcher moves it.
import type { Due } from './due.ts'
import type { Kept, Progress } from './progress.ts'
import type { Target } from './target.ts'

export interface LaneKey {
  school: string
  webhook: string
  fence: number
  /** By which events name it. */
  number: number
}

const mostFetched = 200
/** Of a queue with more bytes nothing is added to it. */
const mostQueuedBytes = 1024 * 1024
/** A queue that lasts longer than this holds more than it should: it may be out of date when its turn comes. */
const freshMs = 500
/** Sends that hold their slot for longer than this on average are fewer at a time. */
const briefMs = 2000
/** The share of the newest send in that average. */
const newest = 1 / 8

export class Lane {
  readonly key: LaneKey
  readonly #parallel: number
  /** Null until it is loaded, and where the subscription is deleted. */
  target: Target | null = null
  /** Null until it is loaded. */
  progress: Progress | null = null
  loaded = false
  /** Fetched and waiting to be sent. */
  queue: Due[] = []
  #queuedBytes = 0
  /** When the sends of the last second began, and when the next one may: of a lane with a rate. */
  #begun: number[] = []
  #nextAt = 0
  /** Fetched and not yet logged: what the next fetch leaves out. */
  readonly known = new Set<string>()
  /** How long a send holds its slot, in milliseconds: an average that follows the newest. */
  slotMs = 0
  /** Failed sends since the last success. */
  failures: number
  /** The queue may hold some that are due and not fetched. */
  moreDue = true
  /** The journal may hold some that are not fetched. */
  moreEvents = true
  leaving = false
  /** Another holds it; what is still on its way counts no more. */
  lost = false
  /** Monotonic milliseconds: until when it sends nothing, because a failure was ours. */
  sleepsUntil = 0
  /** Monotonic milliseconds: until when nobody else can hold it. */
  leasedUntil: number
  readonly heldSince: number
  idleSince: number
  /** When something of it came to an end, or it was taken. */
  #movedAt: number
  #fetchSize: number
  #fetchedAt = 0

  constructor(
    key: LaneKey,
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

  /** Whether all that waits is to end, because there is no subscription any more. */
  get ends(): boolean {
    return this.loaded && this.target === null
  }
  /** Something is fetched, on its way or not yet logged. */
  get busy(): boolean {
    return this.known.size > 0
  }
  isIdle(now: number, lingerMs: number): boolean {
    return this.loaded && !this.busy && this.sleepsUntil < now && now - this.idleSince > lingerMs
  }
  mayLoad(now: number): boolean {
    return !this.loaded && !this.leaving && !this.lost && this.sleepsUntil < now
  }
  /** It has something to do, is not resting, and nothing has come of it for so long. */
  isStalled(now: number, ms: number): boolean {
    if (this.sleepsUntil > now || now - this.#movedAt < ms) return false
    return !this.loaded || this.queue.length > 0
  }
  /** How many sends may run: one while the last ones all failed, and fewer the longer they hold their slots. */
  get bound(): number {
    if (this.failures >= this.#parallel) return 1
    const most = Math.min(this.#parallel, this.target?.maxParallel ?? this.#parallel)
    return Math.max(1, Math.floor(most * Math.min(1, briefMs / this.slotMs)))
  }
  /** Milliseconds from now until its rate allows the next send. */
  pauseMs(now: number): number {
    return Math.max(0, this.#nextAt - now)
  }
  /** Counts a send that begins. A second's worth may begin at once, where none did before. */
  begin(now: number): void {
    const rate = this.target?.maxPerSecond
    if (!rate) return
    this.#begun = this.#begun.filter(at => at > now - 1000)
    this.#begun.push(now)
    this.#nextAt = this.#begun.length < rate ? 0 : this.#begun[this.#begun.length - rate]! + 1000
  }
  maySend(now: number): boolean {
    if (!this.loaded || this.leaving || this.lost || this.sleepsUntil > now || this.leasedUntil < now)
      return false
    return this.queue.length > 0 && this.#nextAt <= now
  }
  /** There may be more to fetch, of both kinds. */
  lookAgain(): void {
    this.moreDue = true
    this.moreEvents = true
  }
  /** How many more it should fetch now; 0 where it has enough. */
  get wants(): number {
    if (!(this.moreDue || this.moreEvents) || !this.mayTake) return 0
    if (this.#isSlow) return this.queue.length === 0 ? this.room : 0
    return this.queue.length > this.#fetchSize / 2 ? 0 : this.room
  }
  /** How many more it can hold. */
  get room(): number {
    if (this.#queuedBytes >= mostQueuedBytes) return 0
    return Math.max(0, (this.#isSlow ? 2 * this.bound : this.#fetchSize) - this.queue.length)
  }
  get #isSlow(): boolean {
    return this.failures >= this.#parallel || this.bound < this.#parallel
  }
  /** What was asked for before it was told to stop or to read itself anew is out of date. */
  get mayTake(): boolean {
    return this.loaded && !this.leaving && !this.lost
  }

  /** It fetches. A queue that drains fast is filled with more at a time. */
  fetches(now: number): void {
    const size = now - this.#fetchedAt < freshMs ? this.#fetchSize * 2 : this.#fetchSize / 2
    this.#fetchSize = Math.floor(Math.max(this.#parallel * 2, Math.min(mostFetched, size)))
    this.#fetchedAt = now
  }

  /** Takes what was fetched. */
  take(due: Due): void {
    this.known.add(due.id)
    this.queue.push(due)
    this.#queuedBytes += bytesOf(due)
    if (due.first !== null) this.progress!.take(due.first, due)
  }

  /** The next that is to be sent. */
  next(): Due {
    const due = this.queue.shift()!
    this.#queuedBytes -= bytesOf(due)
    return due
  }

  /** Drops what was fetched and not begun, so that it is fetched anew. */
  dropQueue(): void {
    for (const due of this.queue) this.#drop(due)
    this.queue = []
    this.#queuedBytes = 0
    this.lookAgain()
  }

  #drop({ id, first }: Due): void {
    this.known.delete(id)
    if (first !== null) this.progress!.drop(first)
  }

  /** Its subscription may be another by now: it is loaded and fetched for anew. */
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

  /** Takes nothing up any more; it is given back when all is logged. */
  leave(): void {
    this.leaving = true
    this.dropQueue()
  }

  /** Counts an outcome, and how long the send held its slot. */
  ended(ok: boolean, slotMs: number): void {
    this.failures = ok ? 0 : this.failures + 1
    this.slotMs += (slotMs - this.slotMs) * newest
  }

  /** Rests because a failure was ours; the delivery stays due. */
  rest(due: Due, until: number): void {
    this.#drop(due)
    this.dropQueue()
    this.sleepsUntil = until
    this.#movedAt = until
  }

  /** An outcome is in the database. */
  logged(due: Due, now: number): void {
    this.known.delete(due.id)
    // The next one of the object may go.
    if (due.object !== null) this.moreDue = true
    if (due.first !== null) this.progress!.logged(due.first)
    this.idleSince = now
    this.#movedAt = now
  }

  /** The database has lost some of what it did: that is fetched anew. */
  restart(kept: Kept): void {
    this.dropQueue()
    this.progress!.restart(kept)
  }

  /** A delivery that is on its way has got its rows: what comes of it moves them. */
  spilled(due: Due): void {
    this.progress!.logged(due.first!)
    due.first = null
  }
}

const bytesOf = ({ event }: Due) => event?.bytes ?? 0
