// Files of the storage, up and down. A stream takes no place of the operations, and lasts as long as its client keeps the
// pace: place, pace and headers are settled before the proxy gets the request.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { common, Refused } from '@lms/contract'
import { hasBody, type TokenSigner, tokenHeader } from '@lms/service-host/front'
import { type Excess, Shares, type SharesOptions } from '../limits/shares.ts'
import type { Bodies, Pace } from './body.ts'
import type { AnswerHeaders, Exchange } from './exchange.ts'
import type { Stream, StreamProxy } from './stream-proxy.ts'
import { malformed } from './target.ts'

export interface StreamsOptions {
  services: Readonly<Record<string, string>>
  streaming: StreamProxy
  /** Streams at a time, by school and network. */
  bounds: SharesOptions
  pace: Pace
  bodies: Bodies
  signer: TokenSigner
}

export interface Carried {
  service: string
  /** The path at the service. */
  path: string
  school: string
}

const requestHeaders = [
  'content-length',
  'content-type',
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
]
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
  carry(exchange: Exchange, carried: Carried): void {
    needsLength(exchange)
    this.#takePlace(exchange, carried.school)
    this.#keepPace(exchange)
    this.#options.streaming.carry(exchange, this.#streamOf(exchange, carried))
  }

  #takePlace({ request, response, network }: Exchange, school: string): void {
    const excess = this.#shares.take(school, network)
    if (excess) throw crowded(excess)
    const { socket } = request
    streaming.add(socket)
    response.once('close', () => {
      this.#shares.give(school, network)
      streaming.delete(socket)
    })
  }

  #keepPace(exchange: Exchange): void {
    const { bodies, pace } = this.#options
    const { request } = exchange
    if (request.method !== 'GET') bodies.watch(request)
    else if (hasBody(request)) bodies.drop(exchange, () => {})
    watchReader(exchange, pace)
  }

  #streamOf(exchange: Exchange, { service, path, school }: Carried): Stream {
    const origin = new URL(path, this.#options.services[service])
    return {
      service,
      origin,
      path: origin.pathname,
      headers: this.#headersFor(exchange, service, school),
      answerHeaders,
      unavailable,
    }
  }

  #headersFor({ request, requestId, traceparent }: Exchange, service: string, school: string) {
    const identity = { kind: 'service', service: 'gateway', school } as const
    const token = this.#options.signer.sign(service, identity, school)
    const headers: OutgoingHttpHeaders = { [tokenHeader]: token, 'x-request-id': requestId, traceparent }
    const sends = request.method !== 'GET'
    for (const name of sends ? requestHeaders : requestHeaders.slice(2)) {
      const value = request.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    return headers
  }
}

function needsLength({ request }: Exchange): void {
  if (request.method !== 'GET' && request.headers['content-length'] === undefined)
    throw new Refused(malformed, 'Send the length of the body in Content-Length.')
}

function answerHeaders(upstreamHeaders: IncomingHttpHeaders): AnswerHeaders {
  const headers: AnswerHeaders = {}
  for (const name of answered) {
    const value = upstreamHeaders[name]
    if (value !== undefined) headers[name] = value
  }
  return headers
}

/** Closes the connection of a client that takes its answer too slowly. */
function watchReader({ response }: Exchange, { graceMs, bytesPerSecond }: Pace): void {
  const { socket } = response
  if (!socket) return
  const windowMs = graceMs * patience
  const requiredBytes = (bytesPerSecond * windowMs) / 1000
  let before = socket.bytesWritten
  const look = setInterval(() => {
    const sentBytes = socket.bytesWritten - before
    before = socket.bytesWritten
    if (socket.writableLength > 0 && sentBytes < requiredBytes) socket.destroy()
  }, windowMs)
  response.once('close', () => clearInterval(look))
}

const unavailable = new Refused(
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
