// Forwards a request to a service and its answer back. A request with a body of ordinary size, or none, is sent whole,
// and an answer of known small size is collected and written at once; larger ones go on in pieces.
//
// A request takes a place at its service only when its body is complete, and leaves it when the service has answered: a
// slow client costs no place. Schools share the places.
import type { IncomingHttpHeaders } from 'node:http'
import { common, Refused } from '@lms/contract'
import { hasBody } from '@lms/service-host/front'
import type { Logger } from 'pino'
import { type Excess, Shares, type SharesOptions } from '../limits/shares.ts'
import { Bodies, type Pace, type Sender } from './body.ts'
import type { AnswerHeaders, Exchange } from './exchange.ts'
import { headersFor } from './forwarding.ts'
import { type CallOptions, piped, ServiceCall } from './service-call.ts'
import type { ServiceConnections } from './service-connections.ts'

export interface ProxyOptions {
  services: Readonly<Record<string, string>>
  connections: ServiceConnections
  log: Logger
  bounds: ProxyBounds
}

export interface ProxyBounds {
  /** Running requests to one service. */
  readonly places: SharesOptions
  /** Running requests, to all services, with bodies too large to be completed first. */
  readonly streams: SharesOptions
  /** Bytes of incoming bodies and of outgoing answers. */
  readonly bytes: SharesOptions
  /** The minimum speed of a body. */
  readonly pace: Pace
}

interface Target {
  name: string
  origin: string
  places: Shares
}

/** A client's request on its way to a service. */
export interface Forwarded {
  readonly exchange: Exchange
  readonly service: string
  /** The token that names the caller to the service. */
  readonly token: string
  readonly sender: Sender
}

export class ServiceProxy {
  readonly #targets = new Map<string, Target>()
  readonly #connections: ServiceConnections
  readonly #log: Logger
  readonly #streams: Shares
  readonly #memory: Shares
  readonly bodies: Bodies

  constructor({ services, connections, log, bounds }: ProxyOptions) {
    for (const [name, address] of Object.entries(services))
      this.#targets.set(name, { name, origin: new URL(address).origin, places: new Shares(bounds.places) })
    this.#connections = connections
    this.#log = log
    this.#streams = new Shares(bounds.streams)
    this.#memory = new Shares(bounds.bytes)
    this.bodies = new Bodies(this.#memory, bounds.pace)
  }

  /** Forwards the request to a service. The exchange is always answered. */
  carry(forwarded: Forwarded): void {
    const { exchange, service, sender } = forwarded
    const target = this.#targets.get(service)
    const { request } = exchange
    if (!target) exchange.refuse(away(service))
    else if (!hasBody(request)) this.#begin(forwarded, target, nothing)
    else if (request.method === 'GET')
      this.bodies.drop(exchange, () => this.#begin(forwarded, target, nothing))
    else
      this.bodies.read(
        exchange,
        sender,
        body => this.#begin(forwarded, target, body),
        of => exchange.refuse(crowded(of, service)),
      )
  }

  /** Sends the request: its body is whole, or null for one that comes in pieces. */
  #begin(forwarded: Forwarded, target: Target, body: Buffer | null): void {
    const { exchange, token, sender } = forwarded
    const { request } = exchange
    const shares = body === null ? this.#streams : target.places
    const excess = shares.take(sender.school, sender.source)
    if (excess) {
      exchange.refuse(crowded(excess, target.name))
      if (body === null) request.resume()
      return
    }
    const headers = headersFor(exchange, token)
    const length = request.headers['content-length']
    if (body === null && length !== undefined) headers.push('content-length', length)
    const sent = {
      method: request.method!,
      path: request.url!.slice('/api'.length),
      headers,
      body: body ?? piped(exchange),
    }
    const { name: service, origin } = target
    const options = { connections: this.#connections, service, origin, sent, log: this.#log }
    new ForwardedCall(exchange, options, { sender, shares, memory: this.#memory }).send()
  }
}

const nothing = Buffer.alloc(0)

// Headers of the connection to the service, and of its framework, are not for the client.
const kept = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'x-powered-by',
  'x-request-id',
])
/** The prefix of headers with which services inform the gateway. */
const internal = 'x-lms-'
/** A connection that breaks later than this was not stale. */
const soonMs = 1000
/** A body of up to this many bytes is written as a text, together with the head. */
const onePiece = 8192

interface Held {
  sender: Sender
  /** Of these the request has a place. */
  shares: Shares
  memory: Shares
}

class ForwardedCall extends ServiceCall {
  readonly #held: Held
  /** Whether it has its place. */
  #there = true
  /** Whether it may be sent again: it cannot have had any effect. */
  #repeatable: boolean

  constructor(exchange: Exchange, options: CallOptions, held: Held) {
    super(exchange, options)
    this.#held = held
    this.#repeatable = options.sent.method === 'GET'
    exchange.response.once('close', () => {
      this.#leave()
      this.abort()
    })
  }

  protected headersOf(given: IncomingHttpHeaders): AnswerHeaders {
    const headers: AnswerHeaders = {}
    for (const name in given) if (!kept.has(name) && !name.startsWith(internal)) headers[name] = given[name]!
    return headers
  }

  protected end(body: Buffer): void {
    const { response } = this.exchange
    if (body.length <= onePiece) response.end(body.toString('latin1'), 'latin1')
    else response.end(body)
    if (response.socket?.writableLength !== 0) this.#wait(body.length)
  }

  protected again(error: Error): boolean {
    const again = this.#repeatable && isHangUp(error) && this.exchange.milliseconds < soonMs
    this.#repeatable = false
    return again
  }

  protected away(service: string): Refused {
    return away(service)
  }

  /** Data that the client does not read at once wait here, and no longer at the service. */
  #wait(bytes: number): void {
    const { memory, sender } = this.#held
    if (memory.take(sender.school, sender.source, bytes) !== null) return
    this.exchange.response.once('close', () => memory.give(sender.school, sender.source, bytes))
    this.#leave()
  }

  #leave(): void {
    const { shares, sender } = this.#held
    if (this.#there) shares.give(sender.school, sender.source)
    this.#there = false
  }
}

/** A kept connection that the service closed in the moment of its reuse. */
const isHangUp = (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET'
}

const away = (service: string) =>
  new Refused(
    common.unavailable,
    `The ${service} service is unavailable for a moment. Repeat the request after Retry-After seconds.`,
  )

/** The sender, or its school, has too many running requests. */
const crowded = (of: Excess, service: string) =>
  of === 'member'
    ? new Refused(
        common.rate_limited,
        'Too many requests of this key from your address are in progress. Wait for answers before you send more.',
      )
    : new Refused(
        common.unavailable,
        `The ${service} service has too many requests of this school in progress. Repeat the request after Retry-After seconds.`,
      )
