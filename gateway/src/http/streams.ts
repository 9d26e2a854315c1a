// Carries bytes between a client and a service in pieces: files of any size, with no more in memory than the buffers of
// two connections. A stream takes no place of the operations, and lasts as long as its client keeps the pace.
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { common, Refused } from '@lms/contract'
import { hasBody, type TokenSigner, tokenHeader } from '@lms/service-host/front'
import type { Logger } from 'pino'
import { type Excess, Shares, type SharesOptions } from '../limits/shares.ts'
import type { Bodies, Pace } from './body.ts'
import type { AnswerHeaders, Exchange } from './exchange.ts'
import { type CallOptions, piped, ServiceCall } from './service-call.ts'
import type { ServiceConnections } from './service-connections.ts'
import { malformed } from './target.ts'

export interface StreamsOptions {
  services: Readonly<Record<string, string>>
  connections: ServiceConnections
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
  readonly #shares: Shares

  constructor(options: StreamsOptions) {
    this.#options = options
    this.#shares = new Shares(options.bounds)
  }

  /** Carries the request to a service and its answer back. Refuses what it does not carry. */
  carry(exchange: Exchange, { service, path, school }: Carried): void {
    const { request, response, network } = exchange
    const { services, connections, bodies, pace, log } = this.#options
    const sends = request.method !== 'GET'
    if (sends && request.headers['content-length'] === undefined)
      throw new Refused(malformed, 'Send the length of the body in Content-Length.')
    const excess = this.#shares.take(school, network)
    if (excess) throw crowded(excess)
    const { socket } = request
    streaming.add(socket)
    const { origin, pathname } = new URL(path, services[service])
    const sent = {
      method: exchange.isHead ? 'HEAD' : request.method!,
      path: pathname,
      headers: this.#headersFor(exchange, service, school),
      body: sends ? piped(exchange) : null,
    }
    const call = new StreamCall(exchange, { connections, service, origin, sent, log }, pace)
    response.once('close', () => {
      this.#shares.give(school, network)
      streaming.delete(socket)
      call.abort()
    })
    if (sends) bodies.watch(request)
    else if (hasBody(request)) bodies.drop(exchange, () => {})
    call.send()
  }

  #headersFor({ request, requestId, traceparent }: Exchange, service: string, school: string): string[] {
    const identity = { kind: 'service', service: 'gateway', school } as const
    const token = this.#options.signer.sign(service, identity, school)
    const headers = [tokenHeader, token, 'x-request-id', requestId, 'traceparent', traceparent]
    const sends = request.method !== 'GET'
    for (const name of sends ? asked : asked.slice(2)) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.push(name, value)
    }
    return headers
  }
}

class StreamCall extends ServiceCall {
  readonly #pace: Pace

  constructor(exchange: Exchange, options: CallOptions, pace: Pace) {
    super(exchange, options)
    this.#pace = pace
  }

  protected headersOf(given: IncomingHttpHeaders): AnswerHeaders {
    const headers: AnswerHeaders = {}
    for (const name of answered) {
      const value = given[name]
      if (value !== undefined) headers[name] = value
    }
    return headers
  }

  protected override begin(status: number, given: IncomingHttpHeaders): void {
    super.begin(status, given)
    this.#watchReader()
  }

  protected end(body: Buffer): void {
    this.exchange.response.end(body)
  }

  protected again(): boolean {
    return false
  }

  protected away(): Refused {
    return away
  }

  /** Closes the connection of a client that takes its answer too slowly. */
  #watchReader(): void {
    const { response } = this.exchange
    const { socket } = response
    if (!socket) return
    const { graceMs, bytesPerSecond } = this.#pace
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

const away = new Refused(
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
