// One client that listens to a room: an answer that lasts, as server-sent events.
import { getRandomValues } from 'node:crypto'
import type { Exchange } from '../http/exchange.ts'

/** A client with more bytes unsent than this is cut off. It comes back, and gets what it has missed. */
const maxUnsent = 64 * 1024
/** Milliseconds after which a client comes back, drawn for each: after a lost gateway not all come at once. */
const [soonest, latest] = [1000, 15_000]

/** The headers of the answer that lasts. */
export const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

/** Whose stream it is: it ends when one of these loses its right. */
export interface Entered {
  school: string
  registration: string
  user: string
}

export class Listener {
  readonly entered: Entered
  readonly #exchange: Exchange
  /** Bytes of what it has missed, which may wait besides. */
  #more = 0

  constructor(exchange: Exchange, entered: Entered) {
    this.entered = entered
    this.#exchange = exchange
    exchange.lasts = true
  }

  get isGone(): boolean {
    return this.#exchange.response.destroyed
  }

  /** Begins the answer. Without chunks: all listeners get the same buffer, and the end of the connection ends it. */
  begin(): void {
    const { response } = this.#exchange
    response.removeHeader('transfer-encoding')
    this.#exchange.head(200, streamHeaders)
    const [drawn] = getRandomValues(new Uint32Array(1))
    response.write(`retry: ${soonest + (drawn! % (latest - soonest))}\n\n`)
  }

  /** Sends what it has missed, however much: of one client at a time it is bounded by what a room keeps. */
  catchUp(missed: Buffer): void {
    const { response } = this.#exchange
    this.#more = missed.length
    if (response.write(missed)) this.#more = 0
    else response.once('drain', () => (this.#more = 0))
  }

  /** Sends a buffer, or cuts off a client that does not read. */
  send(buffer: Buffer): void {
    const { response } = this.#exchange
    if (response.writableLength > maxUnsent + this.#more) response.destroy()
    else response.write(buffer)
  }

  end(): void {
    this.#exchange.response.end()
  }
}
