// Carries bytes between a client and a service in pieces: files of any size, with no more in memory than the buffers of
// two connections. A stream takes no place of the operations, and lasts as long as its client keeps the pace.
import { type IncomingMessage, request as requestTo } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { common, Refused } from '@lms/contract'
import { hasBody, reasonHeader, type TokenSigner, tokenHeader } from '@lms/service-host/front'
import type { Logger } from 'pino'
import { type Excess, Shares, type SharesOptions } from '../limits/shares.ts'
import { ServiceAgent } from './agent.ts'
import type { Bodies, Pace } from './body.ts'
import type { AnswerHeaders, Exchange } from './exchange.ts'
import { malformed } from './target.ts'

export interface StreamsOptions {
  services: Readonly<Record<string, string>>
  connectMs: number
  /** How long a service may neither take nor send anything. */
  answerMs: number
  /** Streams at a time, by school and network. */
  bounds: SharesOptions
  pace: Pace
  bodies: Bodies
  signer: TokenSigner
  log: Logger
}

export interface Carried {
  service: string
  /** The path at the service. */
  path: string
  school: string
}

const asked = ['content-length', 'content-type', 'range', 'if-range', 'if-none-match', 'if-modified-since']
const answered = [
  ...['content-type', 'content-length', 'content-range', 'content-disposition', 'content-security-policy'],
  ...['accept-ranges', 'etag', 'last-modified', 'cache-control', 'location', 'retry-after'],
  ...['cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options'],
]
/** A reader is judged over this many times the first grace of a sender: players pause. */
const patience = 6

const streaming = new WeakSet<Socket>()
/** Whether a connection carries a stream, which has no deadline but its pace. */
export const isStreaming = (socket: Socket): boolean => streaming.has(socket)

export class Streams {
  readonly #options: StreamsOptions
  readonly #agent: ServiceAgent
  readonly #shares: Shares

  constructor(options: StreamsOptions) {
    this.#options = options
    this.#agent = new ServiceAgent(options.connectMs)
    this.#shares = new Shares(options.bounds)
  }

  /** Carries the request to a service and its answer back; refuses while nothing is answered. */
  carry(exchange: Exchange, { service, path, school }: Carried): Promise<void> {
    const { request, response, network } = exchange
    const base = this.#options.services[service]
    const sends = request.method !== 'GET'
    if (sends && request.headers['content-length'] === undefined)
      throw new Refused(malformed, 'Send the length of the body in Content-Length.')
    const excess = this.#shares.take(school, network)
    if (excess) throw crowded(excess)
    const { socket } = request
    streaming.add(socket)
    response.once('close', () => {
      this.#shares.give(school, network)
      streaming.delete(socket)
    })
    return new Promise((resolve, reject) => {
      const to = requestTo(new URL(path, base), {
        agent: this.#agent,
        method: exchange.isHead ? 'HEAD' : request.method!,
        headers: this.#headersFor(exchange, service, school),
        timeout: this.#options.answerMs,
      })
      const failed = (error: Error) => {
        if (response.destroyed) return resolve()
        this.#options.log.warn({ err: error, request_id: exchange.requestId, service }, 'a stream broke off')
        // An answer that has begun cannot be taken back; cut off, it is at least visibly incomplete.
        if (response.headersSent) {
          exchange.reason = 'cut_off'
          response.destroy()
          resolve()
        } else reject(away())
      }
      let answer: IncomingMessage | null = null
      to.on('error', failed)
      to.on('timeout', () => {
        const byClient = answer ? response.writableNeedDrain : !request.complete && !to.writableNeedDrain
        if (!byClient) to.destroy(new Error(`${service} took and sent nothing`))
      })
      to.on('response', given => {
        answer = given
        this.#answer(exchange, given)
        pipeline(given, response, error => {
          if (error) failed(error)
          // Answered before its end, as refusals are.
          else if (!request.complete) to.destroy()
          resolve()
        })
      })
      response.once('close', () => {
        if (!response.writableFinished) to.destroy()
        request.unpipe(to).resume()
      })
      if (sends) {
        this.#options.bodies.watch(request)
        request.pipe(to)
      } else {
        if (hasBody(request)) this.#options.bodies.drop(exchange, () => {})
        to.end()
      }
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #headersFor({ request, requestId, traceparent }: Exchange, service: string, school: string) {
    const identity = { kind: 'service', service: 'gateway', school } as const
    const headers: Record<string, string> = {
      [tokenHeader]: this.#options.signer.sign(service, identity, school),
      'x-request-id': requestId,
      traceparent,
    }
    const sends = request.method !== 'GET'
    for (const name of sends ? asked : asked.slice(2)) {
      const value = request.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    return headers
  }

  #answer(exchange: Exchange, given: IncomingMessage): void {
    const status = given.statusCode!
    const headers: AnswerHeaders = {}
    for (const name of answered) {
      const value = given.headers[name]
      if (value !== undefined) headers[name] = value
    }
    if (status >= 400) exchange.reason = (given.headers[reasonHeader] as string | undefined) ?? null
    exchange.head(status, headers)
    this.#watchReader(exchange)
  }

  /** Closes the connection of a client that takes its answer too slowly. */
  #watchReader({ response }: Exchange): void {
    const { socket } = response
    if (!socket) return
    const { graceMs, bytesPerSecond } = this.#options.pace
    const windowMs = graceMs * patience
    const wanted = (bytesPerSecond * windowMs) / 1000
    let before = socket.bytesWritten
    const look = setInterval(() => {
      const taken = socket.bytesWritten - before
      before = socket.bytesWritten
      if (socket.writableLength > 0 && taken < wanted) socket.destroy()
    }, windowMs)
    response.once('close', () => clearInterval(look))
  }
}

const away = () =>
  new Refused(
    common.unavailable,
    'Files are unavailable for a moment. Repeat the request after Retry-After seconds.',
  )

const crowded = (of: Excess) =>
  of === 'member'
    ? new Refused(
        common.rate_limited,
        'Too many files from your address are in progress. Wait for one to end before you begin the next.',
      )
    : new Refused(
        common.unavailable,
        'Too many files of this school are in progress. Repeat the request after Retry-After seconds.',
      )
