// Messages between a reader of a stream and their processing, bounded in count and bytes.
import { pauser } from './pauser.ts'

/**
 * Messages that a consumer requests from the server at a time. With events of 256 KB they come to 16 MB. With the
 * largest messages of a stream they come to the 64 MB at which a server closes a connection as too slow.
 */
export const maxSchools = 64
/** Maximum bytes of a batch, without its last message. */
export const maxBatchBytes = 4 * 1024 * 1024
/** Maximum waiting bytes, without the last message: more messages are requested only below it. */
export const maxWaitingBytes = 2 * maxBatchBytes

/** Without an arrival for this long, a reader looks whether it was stopped. */
const idleMs = 5000

interface Waiting<T> {
  item: T
  bytes: number
}

export class Backlog<T> {
  readonly #most: number
  readonly #turnOf: (item: T) => string
  /** What waits, by group; the group whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting<T>[]>()
  #count = 0
  #bytes = 0
  #stopped = false
  readonly #arrival = pauser()
  #onRoom = () => {}

  /**
   * Has room for `most` items, and for one more that comes while there is room. Items come in their order, or one of each
   * group (`turnOf`) in turn; within a group they keep their order.
   */
  constructor(most: number, turnOf: (item: T) => string = () => '') {
    this.#most = most
    this.#turnOf = turnOf
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }
  get isFull(): boolean {
    return this.#count >= this.#most || this.#bytes >= maxWaitingBytes
  }

  push(item: T, bytes: number): void {
    const turn = this.#turnOf(item)
    const own = this.#waiting.get(turn)
    if (own) own.push({ item, bytes })
    else this.#waiting.set(turn, [{ item, bytes }])
    this.#count++
    this.#bytes += bytes
    this.#arrival.wake()
  }

  /** The next items, with the maxima of a batch in count and bytes. */
  take(most: number, maxBytes = maxBatchBytes): T[] {
    const batch: T[] = []
    for (let bytes = 0; batch.length < most && bytes < maxBytes && !this.isEmpty; ) {
      const next = this.#next()
      batch.push(next.item)
      bytes += next.bytes
    }
    if (!this.isFull) this.#onRoom()
    return batch
  }

  #next(): Waiting<T> {
    const [turn, own] = this.#waiting.entries().next().value!
    const next = own.shift()!
    if (own.length === 0) this.#waiting.delete(turn)
    else if (this.#waiting.size > 1) {
      this.#waiting.delete(turn)
      this.#waiting.set(turn, own)
    }
    this.#count--
    this.#bytes -= next.bytes
    return next
  }

  /** Batches as items come, until stopped. */
  async *batches(most: number, maxBytes?: number): AsyncGenerator<T[], void> {
    while (!this.#stopped) {
      if (this.isEmpty) await this.#arrival.pause(idleMs)
      else yield this.take(most, maxBytes)
    }
  }

  /** Resolves when there is room, or when it is stopped. */
  async room(): Promise<void> {
    if (this.isFull && !this.#stopped)
      await new Promise<void>(resolve => {
        this.#onRoom = resolve
      })
  }

  /** Ends {@link batches} after the running one. Nobody waits for room any more. */
  stop(): void {
    this.#stopped = true
    this.#arrival.wake()
    this.#onRoom()
  }
}
