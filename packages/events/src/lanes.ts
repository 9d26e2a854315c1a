// Work that comes in one line for all schools, and is done in a lane for each: the lanes take turns at a bounded number of
// places, and a lane holds no more of them than it leaves free (dynamic thresholds, as for connections and slots of
// tasks). So a school whose work is slow has half of the places at most, and others wait for none of it.
import { maxBatchBytes, maxWaitingBytes } from './backlog.ts'

export interface LaneLimits {
  /** Runs at a time, in all lanes. */
  places: number
  /** Runs of one lane at a time, at most. */
  placesOfLane: number
  /** Items that one run takes together. */
  together: number
  /** Items that may wait here, in all lanes; a lane has no more of them than it leaves free. */
  waiting: number
}

/** What comes again does so together, at the multiples of this: the server looks at all that waits each time. */
const stepMs = 100
/** After an outage what was turned away is back within a minute, as what has failed. */
const longestMs = 60_000
/** Milliseconds that an item of a lane takes, before anything is known of it. */
const guessedMs = 2
/** As many items the guess counts for. */
const guessed = 10

interface Item<T> {
  readonly key: unknown
  readonly item: T
  readonly bytes: number
}

interface Lane<T> {
  readonly waiting: Item<T>[]
  bytes: number
  /** Runs, and the items of these. */
  held: number
  acting: number
  /** When it last ended a run, or began to work. */
  since: number
  /** The time that items took and their number; the latest count most. */
  took: number
  done: number
  /** When the last item that was turned away comes again. */
  returns: number
}

export class Lanes<T> {
  readonly #limits: LaneLimits
  readonly #act: (items: T[], lane: string) => Promise<void>
  readonly #now: () => number
  /** Lanes with work; the one whose turn is next comes first. */
  readonly #lanes = new Map<string, Lane<T>>()
  /** What waits or is worked on. */
  readonly #known = new Set<unknown>()
  readonly #running = new Set<Promise<void>>()
  /** What waits, in all lanes. */
  #count = 0
  #bytes = 0
  #soon = false
  #stopped = false

  /** `act` never rejects. */
  constructor(
    limits: LaneLimits,
    act: (items: T[], lane: string) => Promise<void>,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits
    this.#act = act
    this.#now = now
  }

  /**
   * Takes an item into its lane, and returns 0; also where it has one of this key. Where the lane has too many, it returns the
   * milliseconds after which the item may come again: about when those before it are done, at the pace of the lane.
   */
  offer(name: string, { key, item, bytes }: Item<T>): number {
    if (this.#known.has(key)) return 0
    const lane = this.#laneOf(name)
    if (!this.#hasRoom(lane)) return this.#later(lane)
    this.#known.add(key)
    lane.waiting.push({ key, item, bytes })
    lane.bytes += bytes
    this.#count++
    this.#bytes += bytes
    this.#serveSoon()
    return 0
  }

  /** Begins nothing more; returns what waits. */
  stop(): T[] {
    this.#stopped = true
    return [...this.#lanes.values()].flatMap(({ waiting }) => waiting.map(({ item }) => item))
  }

  /** Resolves when what runs has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running)
  }

  #laneOf(name: string): Lane<T> {
    const known = this.#lanes.get(name)
    if (known) return known
    const counts = { took: guessedMs * guessed, done: guessed }
    const lane = { waiting: [], bytes: 0, held: 0, acting: 0, since: this.#now(), returns: 0, ...counts }
    this.#lanes.set(name, lane)
    return lane
  }

  #hasRoom({ waiting, bytes }: Lane<T>): boolean {
    const left = this.#limits.waiting - this.#count
    return waiting.length < left && (waiting.length === 0 || bytes < maxWaitingBytes - this.#bytes)
  }

  #later(lane: Lane<T>): number {
    const now = this.#now()
    const since = lane.acting > 0 ? (now - lane.since) / lane.acting : 0
    const each = Math.max(lane.took / lane.done, since)
    lane.returns = Math.min(Math.max(lane.returns, now + lane.waiting.length * each) + each, now + longestMs)
    return Math.max(1, Math.ceil(Math.ceil(lane.returns / stepMs) * stepMs - now))
  }

  /** After what is offered together has come. */
  #serveSoon(): void {
    if (this.#soon) return
    this.#soon = true
    queueMicrotask(() => {
      this.#soon = false
      this.#serve()
    })
  }

  #serve(): void {
    for (let name = this.#next(); name !== null; name = this.#next()) {
      const lane = this.#lanes.get(name)!
      // It goes behind all others.
      this.#lanes.delete(name)
      this.#lanes.set(name, lane)
      this.#begin(name, lane)
    }
  }

  /** The next lane that waits and may take a place. */
  #next(): string | null {
    if (this.#stopped || this.#count === 0) return null
    const { places, placesOfLane } = this.#limits
    const most = Math.min(placesOfLane, places - this.#running.size)
    for (const [name, { waiting, held }] of this.#lanes) if (waiting.length > 0 && held < most) return name
    return null
  }

  #begin(name: string, lane: Lane<T>): void {
    const taken = this.#take(lane)
    if (lane.held === 0) lane.since = this.#now()
    lane.held++
    lane.acting += taken.length
    const running: Promise<void> = this.#act(
      taken.map(({ item }) => item),
      name,
    ).finally(() => {
      this.#running.delete(running)
      for (const { key } of taken) this.#known.delete(key)
      this.#end(name, lane, taken.length)
      this.#serve()
    })
    this.#running.add(running)
  }

  /** The next items of a lane, with the maxima of a run in count and bytes. */
  #take(lane: Lane<T>): Item<T>[] {
    const { together } = this.#limits
    let [count, bytes] = [0, 0]
    while (count < together && count < lane.waiting.length && bytes < maxBatchBytes)
      bytes += lane.waiting[count++]!.bytes
    lane.bytes -= bytes
    this.#bytes -= bytes
    this.#count -= count
    return lane.waiting.splice(0, count)
  }

  #end(name: string, lane: Lane<T>, items: number): void {
    const now = this.#now()
    const kept = 1 - 1 / (4 * this.#limits.places)
    lane.took = lane.took * kept + (now - lane.since)
    lane.done = lane.done * kept + items
    lane.since = now
    lane.held--
    lane.acting -= items
    if (lane.held === 0 && lane.waiting.length === 0 && lane.returns <= now) this.#lanes.delete(name)
  }
}
