// Messages between a reader of a stream and their processing, bounded in count and bytes.
import { pauser } from './pauser.ts'

/**
 * Messages that a consumer requests from the server at a time. With events of 256 KB they come to 16 MB. With the
 * largest messages of a stream they come to the 64 MB at which a server closes a connection as too slow.
 */
export const mostAsked = 64
/** Maximum bytes of a batch, without its last message. */
const mostBatchBytes = 4 * 1024 * 1024
/** Maximum waiting bytes, without the last message: more messages are requested only below it. */
const mostWaitingBytes = 2 * mostBatchBytes

interface Waiting<T> {
  item: T
  bytes: number
}

export class Backlog<T> {
  readonly #most: number
  #waiting: Waiting<T>[] = []
  #bytes = 0
  readonly #arrival = pauser()
  #onRoom = () => {}

  /** Has room for `most` items, and for one more that comes while there is room. */
  constructor(most: number) {
    this.#most = most
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }
  get isFull(): boolean {
    return this.#waiting.length >= this.#most || this.#bytes >= mostWaitingBytes
  }

  push(item: T, bytes: number): void {
    this.#waiting.push({ item, bytes })
    this.#bytes += bytes
    this.#arrival.wake()
  }

  /** The next items, with the maxima of a batch in count and bytes. */
  take(most: number, mostBytes = mostBatchBytes): T[] {
    let count = 0
    for (let bytes = 0; count < Math.min(most, this.#waiting.length) && bytes < mostBytes; count++)
      bytes += this.#waiting[count]!.bytes
    const taken = this.#waiting.slice(0, count)
    this.#waiting = this.#waiting.slice(count)
    for (const { bytes } of taken) this.#bytes -= bytes
    if (!this.isFull) this.#onRoom()
    return taken.map(({ item }) => item)
  }

  /** Resolves when an item comes, when `wake` is called, or after this time in milliseconds. */
  arrival(ms: number): Promise<void> {
    return this.#arrival.pause(ms)
  }

  /** Resolves when there is room, or when `wake` is called. */
  async room(): Promise<void> {
    if (this.isFull)
      await new Promise<void>(resolve => {
        this.#onRoom = resolve
      })
  }

  wake(): void {
    this.#arrival.wake()
    this.#onRoom()
  }
}
