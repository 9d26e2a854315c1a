// What one has read of a stream and another is still to take up: bounded in count and in bytes, whatever the messages.
import { pauser } from './pauser.ts'

/**
 * Messages that a consumer asks the server for at a time. With events of 256 KB they come to 16 MB, of the largest that
 * a stream takes to the 64 MB at which a server cuts a connection as too slow.
 */
export const mostAsked = 64
/** Bytes of a batch, but for its last message. */
const mostBatchBytes = 4 * 1024 * 1024
/** Bytes that wait, but for the last message: more is only asked for when less waits. */
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

  /** Holds `most` items, and one more where it came while there was room. */
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

  /** The next items: so many at most, and no more bytes than a batch has. */
  take(most: number): T[] {
    let count = 0
    for (let bytes = 0; count < Math.min(most, this.#waiting.length) && bytes < mostBatchBytes; count++)
      bytes += this.#waiting[count]!.bytes
    const taken = this.#waiting.slice(0, count)
    this.#waiting = this.#waiting.slice(count)
    for (const { bytes } of taken) this.#bytes -= bytes
    if (!this.isFull) this.#onRoom()
    return taken.map(({ item }) => item)
  }

  /** Resolves when something comes, `wake` is called, or so many milliseconds are over. */
  arrival(ms: number): Promise<void> {
    return this.#arrival.pause(ms)
  }

  /** Resolves when it is not full, or `wake` is called. */
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
