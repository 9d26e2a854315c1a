// The bodies of requests. One of ordinary size is whole before a service is asked, so a slow sender occupies none; what
// waits meanwhile is bounded, by caller and by school, and must keep coming.
import type { IncomingMessage } from 'node:http'
import type { Excess, Shares } from '../limits/shares.ts'
import type { Exchange } from './exchange.ts'

/** A body that comes more slowly than so many bytes a second is cut off, once it has had its first `graceMs`. */
export interface Pace {
  readonly graceMs: number
  readonly bytesPerSecond: number
}

/** Whose request it is, as far as shares go. */
export interface Sender {
  readonly school: string
  /** The key and the network that it is used from. */
  readonly source: string
}

/** A body up to this many bytes is waited for: the most that operations take as JSON. */
export const mostWhole = 1024 * 1024
/** What a piece costs besides its bytes: a million pieces of one byte are not one megabyte. */
const pieceCost = 128

export class Bodies {
  readonly #memory: Shares
  readonly #pace: Pace

  /** `memory` is shared out in bytes. */
  constructor(memory: Shares, pace: Pace) {
    this.#memory = memory
    this.#pace = pace
  }

  /**
   * Reads the body of a request. Gives it whole, or null where it is larger than `mostWhole`: then all of it is still to
   * be read from the request. Where its sender holds too much already, the body is dropped and `excess` told.
   */
  read(
    { request, response }: Exchange,
    { school, source }: Sender,
    give: (body: Buffer | null) => void,
    excess: (of: Excess) => void,
  ): void {
    this.#watch(request)
    if (Number(request.headers['content-length']) > mostWhole) {
      give(null)
      return
    }
    const pieces: Buffer[] = []
    let size = 0
    let held = 0
    const take = (piece: Buffer) => {
      const cost = piece.length + pieceCost
      const over = this.#memory.take(school, source, cost)
      if (over) {
        stop()
        request.resume()
        excess(over)
        return
      }
      held += cost
      size += piece.length
      pieces.push(piece)
      if (size <= mostWhole) return
      stop()
      request.pause().unshift(Buffer.concat(pieces))
      give(null)
    }
    const end = () => give(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))
    const stop = () => request.off('data', take).off('end', end)
    request.on('data', take).on('end', end)
    response.once('close', () => held > 0 && this.#memory.give(school, source, held))
  }

  /** Reads a body that nobody wants, so that the answer reaches a client that is still sending. */
  drop({ request }: Exchange, then: () => void): void {
    this.#watch(request)
    request.once('end', then).resume()
  }

  /** Closes the connection of a client that sends too slowly; while we ourselves do not read, it is not slow. */
  #watch(request: IncomingMessage): void {
    const { socket } = request
    if (request.complete || socket.destroyed) return
    const { graceMs, bytesPerSecond } = this.#pace
    const before = socket.bytesRead
    const since = performance.now()
    const look = setInterval(() => {
      const wanted = (bytesPerSecond * (performance.now() - since)) / 1000
      if (!request.isPaused() && socket.bytesRead - before < wanted) socket.destroy()
    }, graceMs)
    const over = () => {
      clearInterval(look)
      socket.off('close', over)
    }
    // A request that was answered before it had ended is not told that its connection is gone.
    request.once('end', over)
    socket.once('close', over)
  }
}
