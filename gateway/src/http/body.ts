// The bodies of requests. A body of ordinary size is complete before its request takes a place at a service, so a slow
// sender occupies none. Waiting bodies are bounded, by caller and by school, and must keep coming.
import type { IncomingMessage } from 'node:http'
import { common, Refused } from '@lms/contract'
import type { Excess, Shares } from '../limits/shares.ts'
import type { Exchange } from './exchange.ts'
import { malformed } from './target.ts'

/** A body slower than this many bytes a second is cut off after its first `graceMs`. */
export interface Pace {
  readonly graceMs: number
  readonly bytesPerSecond: number
}

/** The owner of a request, for the shares. */
export interface Sender {
  readonly school: string
  /** The key and its network. */
  readonly source: string
}

/** A body of up to this many bytes is completed first: the maximum of operations with JSON. */
export const maxBodyBytes = 1024 * 1024
/** The cost of a piece besides its bytes: a million pieces of one byte are more than one megabyte. */
const pieceCost = 128

export class Bodies {
  readonly #memory: Shares
  readonly #pace: Pace

  /** `memory` is shared in bytes. */
  constructor(memory: Shares, pace: Pace) {
    this.#memory = memory
    this.#pace = pace
  }

  /**
   * Reads the body of a request. Returns it whole, or null if it is larger than `maxWhole`: then nothing is consumed
   * yet. If its sender has too many bytes already, the body is dropped and `excess` returned.
   */
  read(
    { request, response }: Exchange,
    { school, source }: Sender,
    give: (body: Buffer | null) => void,
    excess: (of: Excess) => void,
  ): void {
    this.watch(request)
    if (Number(request.headers['content-length']) > maxBodyBytes) {
      give(null)
      return
    }
    let reserved = 0
    response.once('close', () => reserved > 0 && this.#memory.give(school, source, reserved))
    const hold = (bytes: number): boolean => {
      const cost = bytes + pieceCost
      const over = this.#memory.take(school, source, cost)
      if (over) excess(over)
      else reserved += cost
      return over === null
    }
    // Most bodies come with their head.
    if (request.complete && request.readableLength <= maxBodyBytes) {
      const body: Buffer = request.read() ?? Buffer.alloc(0)
      if (hold(body.length)) give(body)
      return
    }
    const pieces: Buffer[] = []
    let size = 0
    const take = (piece: Buffer) => {
      if (!hold(piece.length)) {
        stop()
        request.resume()
        return
      }
      size += piece.length
      pieces.push(piece)
      if (size <= maxBodyBytes) return
      stop()
      request.pause().unshift(Buffer.concat(pieces))
      give(null)
    }
    const end = () => give(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))
    const stop = () => request.off('data', take).off('end', end)
    request.on('data', take).on('end', end)
  }

  /** The body of a request that is answered here, whole. Refuses more than `most` bytes, and too many at a time. */
  readAll(exchange: Exchange, sender: Sender, most: number): Promise<Buffer> {
    const { request } = exchange
    return new Promise((resolve, reject) => {
      const take = (body: Buffer | null) => {
        if (body && body.length <= most) return resolve(body)
        request.resume()
        reject(new Refused(malformed, `The body has more than ${most} bytes.`))
      }
      this.read(exchange, sender, take, () => reject(new Refused(common.rate_limited)))
    })
  }

  /** Reads and drops a body, so that the answer reaches a client that is still sending. */
  drop({ request }: Exchange, then: () => void): void {
    this.watch(request)
    request.once('end', then).resume()
  }

  /** Closes the connection of a client that sends too slowly; pauses of our own reading do not count. */
  watch(request: IncomingMessage): void {
    const { socket } = request
    if (request.complete || socket.destroyed) return
    const { graceMs, bytesPerSecond } = this.#pace
    const before = socket.bytesRead
    const since = performance.now()
    const look = setInterval(() => {
      const requiredBytes = (bytesPerSecond * (performance.now() - since)) / 1000
      if (!request.isPaused() && socket.bytesRead - before < requiredBytes) socket.destroy()
    }, graceMs)
    const over = () => {
      clearInterval(look)
      socket.off('close', over)
    }
    // A request that was answered before its end gets no event when its connection closes.
    request.once('end', over)
    socket.once('close', over)
  }
}
