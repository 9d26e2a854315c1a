// Work that comes in one line for all schools, and is done in a queue for each: the queues take turns at a bounded number of
// places, and a queue holds no more of them than it leaves free (dynamic thresholds, as for connections and slots of
// tasks). So a school whose work is slow has half of the places at most, and others wait for none of it.
import { maxBatchBytes, maxWaitingBytes } from './backlog.ts'

export interface QueueLimits {
  /** Runs at a time, in all queues. */
  slots: number
  /** Runs of one queue at a time, at most. */
  slotsPerQueue: number
  /** Items that one run takes together. */
  together: number
  /** Items that may wait here, in all queues; a queue has no more of them than it leaves free. */
  waiting: number
}

/** What comes again does so together, at the multiples of this: the server looks at all that waits each time. */
const stepMs = 100
/** After an outage what was turned away is back within a minute, as what has failed. */
const longestMs = 60_000
/** Milliseconds that an item of a queue takes, before anything is known of it. */
const guessedMs = 2
/** As many items the guess counts for. */
const guessed = 10

interface Item<T> {
  readonly key: unknown
  readonly item: T
  readonly bytes: number
}

interface Queue<T> {
  readonly waiting: Item<T>[]
  bytes: number
  /** Runs, and the items of these. */
  runs: number
  acting: number
  /** When it last ended a run, or began to work. */
  since: number
  /** The time that items took and their number; the latest count most. */
  took: number
  done: number
  /** When the last item that was turned away comes again. */
  returns: number
}

export class Queues<T> {
  readonly #limits: QueueLimits
  readonly #act: (items: T[], queue: string) => Promise<void>
  readonly #now: () => number
  /** Queues with work; the one whose turn is next comes first. */
  readonly #queues = new Map<string, Queue<T>>()
  /** What waits or is worked on. */
  readonly #keys = new Set<unknown>()
  readonly #running = new Set<Promise<void>>()
  /** What waits, in all queues. */
  #count = 0
  #bytes = 0
  #soon = false
  #stopped = false

  /** `act` never rejects. */
  constructor(
    limits: QueueLimits,
    act: (items: T[], queue: string) => Promise<void>,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits
    this.#act = act
    this.#now = now
  }

  /**
   * Takes an item into its queue, and returns 0; also where it has one of this key. Where the queue has too many, it returns the
   * milliseconds after which the item may come again: about when those before it are done, at the pace of the queue.
   */
  offer(name: string, { key, item, bytes }: Item<T>): number {
    if (this.#keys.has(key)) return 0
    const queue = this.#queueOf(name)
    if (!this.#hasRoom(queue)) return this.#later(queue)
    this.#keys.add(key)
    queue.waiting.push({ key, item, bytes })
    queue.bytes += bytes
    this.#count++
    this.#bytes += bytes
    this.#serveSoon()
    return 0
  }

  /** Begins nothing more; returns what waits. */
  stop(): T[] {
    this.#stopped = true
    return [...this.#queues.values()].flatMap(({ waiting }) => waiting.map(({ item }) => item))
  }

  /** Resolves when what runs has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running)
  }

  #queueOf(name: string): Queue<T> {
    const existing = this.#queues.get(name)
    if (existing) return existing
    const counts = { took: guessedMs * guessed, done: guessed }
    const queue = { waiting: [], bytes: 0, runs: 0, acting: 0, since: this.#now(), returns: 0, ...counts }
    this.#queues.set(name, queue)
    return queue
  }

  #hasRoom({ waiting, bytes }: Queue<T>): boolean {
    const free = this.#limits.waiting - this.#count
    return waiting.length < free && (waiting.length === 0 || bytes < maxWaitingBytes - this.#bytes)
  }

  #later(queue: Queue<T>): number {
    const now = this.#now()
    const since = queue.acting > 0 ? (now - queue.since) / queue.acting : 0
    const each = Math.max(queue.took / queue.done, since)
    queue.returns = Math.min(
      Math.max(queue.returns, now + queue.waiting.length * each) + each,
      now + longestMs,
    )
    return Math.max(1, Math.ceil(Math.ceil(queue.returns / stepMs) * stepMs - now))
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
      const queue = this.#queues.get(name)!
      // It goes behind all others.
      this.#queues.delete(name)
      this.#queues.set(name, queue)
      this.#begin(name, queue)
    }
  }

  /** The next queue that waits and may take a place. */
  #next(): string | null {
    if (this.#stopped || this.#count === 0) return null
    const { slots, slotsPerQueue } = this.#limits
    const most = Math.min(slotsPerQueue, slots - this.#running.size)
    for (const [name, { waiting, runs }] of this.#queues) if (waiting.length > 0 && runs < most) return name
    return null
  }

  #begin(name: string, queue: Queue<T>): void {
    const batch = this.#take(queue)
    if (queue.runs === 0) queue.since = this.#now()
    queue.runs++
    queue.acting += batch.length
    const running: Promise<void> = this.#act(
      batch.map(({ item }) => item),
      name,
    ).finally(() => {
      this.#running.delete(running)
      for (const { key } of batch) this.#keys.delete(key)
      this.#end(name, queue, batch.length)
      this.#serve()
    })
    this.#running.add(running)
  }

  /** The next items of a queue, with the maxima of a run in count and bytes. */
  #take(queue: Queue<T>): Item<T>[] {
    const { together } = this.#limits
    let [count, bytes] = [0, 0]
    while (count < together && count < queue.waiting.length && bytes < maxBatchBytes)
      bytes += queue.waiting[count++]!.bytes
    queue.bytes -= bytes
    this.#bytes -= bytes
    this.#count -= count
    return queue.waiting.splice(0, count)
  }

  #end(name: string, queue: Queue<T>, items: number): void {
    const now = this.#now()
    const decay = 1 - 1 / (4 * this.#limits.slots)
    queue.took = queue.took * decay + (now - queue.since)
    queue.done = queue.done * decay + items
    queue.since = now
    queue.runs--
    queue.acting -= items
    if (queue.runs === 0 && queue.waiting.length === 0 && queue.returns <= now) this.#queues.delete(name)
  }
}
