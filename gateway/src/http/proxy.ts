// Forwards a request to a service and its answer back. A request with a body of ordinary size, or none, is sent whole
// (service-call.ts); a larger one streams (stream-proxy.ts).
//
// A request takes a place at its service only when its body is complete, and leaves it when the service has answered: a
// slow client costs no place. Schools share the places.
import type { OutgoingHttpHeaders } from 'node:http'
import { common, Refused } from '@lms/contract'
import { hasBody } from '@lms/service-host/front'
import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import { type Excess, Shares, type SharesOptions } from '../limits/shares.ts'
import { Bodies, type Pace, type Sender } from './body.ts'
import type { Exchange } from './exchange.ts'
import { answerHeaders, headersFor, unavailableRefusal } from './forwarding.ts'
import { ServiceCall } from './service-call.ts'
import type { ServiceConnections } from './service-connections.ts'
import type { StreamProxy } from './stream-proxy.ts'

export interface ProxyOptions {
  services: Readonly<Record<string, string>>
  connections: ServiceConnections
  streaming: StreamProxy
  /** Charges the sender of a call for milliseconds of a service's processor. */
  charge: (exchange: Exchange, milliseconds: number) => void
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
  slots: Shares
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
  readonly #streaming: StreamProxy
  readonly #charge: ProxyOptions['charge']
  readonly #log: Logger
  readonly #streams: Shares
  readonly #memory: Shares
  readonly bodies: Bodies

  constructor({ services, connections, streaming, charge, log, bounds }: ProxyOptions) {
    for (const [name, address] of Object.entries(services))
      this.#targets.set(name, { name, origin: new URL(address).origin, slots: new Shares(bounds.places) })
    this.#connections = connections
    this.#streaming = streaming
    this.#charge = charge
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
    if (!target) exchange.refuse(unavailableRefusal(service))
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
    const { request, target: requestTarget } = exchange
    const shares = body === null ? this.#streams : target.slots
    const excess = shares.take(sender.school, sender.source)
    if (excess) {
      exchange.refuse(crowded(excess, target.name))
      if (body === null) request.resume()
      return
    }
    const headers = headersFor(exchange, token)
    const path = requestTarget.slice('/api'.length)
    if (body === null) {
      this.#stream(forwarded, target, path, headers)
      return
    }
    const sent = { method: request.method as Dispatcher.HttpMethod, path, headers, body }
    const { name: service, origin } = target
    const charge = (milliseconds: number) => this.#charge(exchange, milliseconds)
    const options = { connections: this.#connections, service, origin, sent, charge, log: this.#log }
    new ServiceCall(exchange, options, { sender, shares, memory: this.#memory }).send()
  }

  #stream({ exchange, sender }: Forwarded, { name, origin }: Target, path: string, pairs: string[]): void {
    const { request, response } = exchange
    response.once('close', () => this.#streams.give(sender.school, sender.source))
    const headers: OutgoingHttpHeaders = {}
    for (let at = 0; at < pairs.length; at += 2) headers[pairs[at]!] = pairs[at + 1]!
    const length = request.headers['content-length']
    if (length === undefined) headers['transfer-encoding'] = 'chunked'
    else headers['content-length'] = length
    const stream = {
      service: name,
      origin: new URL(origin),
      path,
      headers,
      answerHeaders,
      unavailable: unavailableRefusal(name),
    }
    this.#streaming.carry(exchange, stream)
  }
}

const nothing = Buffer.alloc(0)

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
