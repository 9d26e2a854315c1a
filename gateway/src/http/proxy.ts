// Forwards a request to a service and its answer back: http-proxy-middleware, tuned.
//
// The default plugins, which log and answer in their own way, are off. Target and agent are created once. A request
// with a body of ordinary size, or none, is sent whole instead of piped. An answer of known small size is collected and
// written at once.
//
// A request takes a place at its service only when its body is complete, and leaves it when the service has answered: a
// slow client costs no place. Schools share the places.
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { common, Refused } from '@lms/contract'
import { hasBody, reasonHeader } from '@lms/service-host/front'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { Logger } from 'pino'
import { type Excess, Shares, type SharesOptions } from '../limits/shares.ts'
import { ServiceAgent } from './agent.ts'
import { Bodies, type Pace, type Sender } from './body.ts'
import type { AnswerHeaders, Exchange } from './exchange.ts'

export interface ProxyOptions {
  services: Readonly<Record<string, string>>
  connectMs: number
  /** How long a service may send nothing. */
  answerMs: number
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
  url: URL
  places: Shares
}
interface Exchanged {
  exchange: Exchange
  target: Target
  sender: Sender
  /** The whole body, small ones as a text with one character for each byte (Latin-1); null if it is piped. */
  body: string | Buffer | null
  /** Whether it may be sent again: it cannot have had any effect. */
  repeatable: boolean
  /** Releases its place. */
  leave(): void
}

/** Answers of up to this many bytes are collected; larger ones are piped. */
const smallAnswer = 256 * 1024
/** Up to this many bytes, head and body are sent in one write: a text together with the head, a buffer beside it. */
const onePiece = 16 * 1024
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
/** In place of a request with a known body, because httpxy would pipe it. */
const whole = (body: string | Buffer) => ({
  pipe: (to: ClientRequest) => (typeof body === 'string' ? to.end(body, 'latin1') : to.end(body)),
})

export class ServiceProxy {
  readonly #targets = new Map<string, Target>()
  readonly #exchanged = new WeakMap<ServerResponse, Exchanged>()
  readonly #agent: ServiceAgent
  readonly #log: Logger
  readonly #streams: Shares
  readonly #memory: Shares
  readonly bodies: Bodies
  readonly #middleware: ReturnType<typeof createProxyMiddleware>

  constructor({ services, connectMs, answerMs, log, bounds }: ProxyOptions) {
    for (const [name, address] of Object.entries(services))
      this.#targets.set(name, { name, url: new URL(address), places: new Shares(bounds.places) })
    this.#agent = new ServiceAgent(connectMs)
    this.#log = log
    this.#streams = new Shares(bounds.streams)
    this.#memory = new Shares(bounds.bytes)
    this.bodies = new Bodies(this.#memory, bounds.pace)
    this.#middleware = createProxyMiddleware({
      target: 'http://localhost',
      router: (_, response, options) => {
        const { target, body } = this.#exchanged.get(response!)!
        if (body !== null) options.buffer = whole(body) as never
        return target.url
      },
      agent: this.#agent,
      proxyTimeout: answerMs,
      selfHandleResponse: true,
      ejectPlugins: true,
      // With the default plugins off, the proxy does not use `on`: the listeners are set here.
      plugins: [
        proxy => {
          proxy.on('error', (error, _, response) => this.#failed(error, response as ServerResponse))
          proxy.on('proxyRes', (answer, _, response) => this.#carryBack(answer, response))
        },
      ],
    })
  }

  /** Forwards the request, as it is now, to a service. The exchange is always answered. */
  carry(exchange: Exchange, service: string, sender: Sender): void {
    const target = this.#targets.get(service)
    const { request } = exchange
    if (!target) exchange.refuse(away(service))
    else if (!hasBody(request)) this.#begin(exchange, target, sender, '')
    else if (request.method === 'GET')
      this.bodies.drop(exchange, () => {
        frame(request, 0)
        this.#begin(exchange, target, sender, '')
      })
    else
      this.bodies.read(
        exchange,
        sender,
        body => {
          if (body) frame(request, body.length)
          const sent = body && body.length <= onePiece ? body.toString('latin1') : body
          this.#begin(exchange, target, sender, sent)
        },
        of => exchange.refuse(crowded(of, service)),
      )
  }

  #begin(exchange: Exchange, target: Target, sender: Sender, body: Exchanged['body']): void {
    const { request, response } = exchange
    const { school, source } = sender
    const shares = body === null ? this.#streams : target.places
    const excess = shares.take(school, source)
    if (excess) {
      exchange.refuse(crowded(excess, target.name))
      if (body === null) request.resume()
      return
    }
    let there = true
    const leave = () => {
      if (there) shares.give(school, source)
      there = false
    }
    const repeatable = request.method === 'GET'
    this.#exchanged.set(response, { exchange, target, sender, body, repeatable, leave })
    response.once('close', () => {
      leave()
      // An unread rest of the body would delay the next request on this connection.
      if (body === null) request.unpipe().resume()
    })
    this.#send(exchange)
  }

  #send({ request, response }: Exchange): void {
    void this.#middleware(request, response, error => this.#failed(error, response))
  }

  close(): void {
    this.#agent.destroy()
  }

  #failed(error: unknown, response: ServerResponse): void {
    const exchanged = this.#exchanged.get(response)
    if (!exchanged || response.destroyed) return
    const { exchange, target } = exchanged
    if (exchanged.repeatable && isHangUp(error) && exchange.milliseconds < soonMs && !response.headersSent) {
      exchanged.repeatable = false
      this.#send(exchange)
      return
    }
    this.#log.warn(
      { err: error, request_id: exchange.requestId, service: target.name },
      'a service did not answer',
    )
    // An answer that has begun cannot be taken back; cut off, it is at least visibly incomplete.
    if (response.headersSent) {
      exchange.reason = 'cut_off'
      response.destroy()
    } else exchange.refuse(away(target.name))
  }

  #carryBack(answer: IncomingMessage, response: ServerResponse): void {
    const exchanged = this.#exchanged.get(response)!
    const { exchange } = exchanged
    if (response.headersSent || response.destroyed) return void answer.resume()
    const status = answer.statusCode!
    if (status >= 400) exchange.reason = (answer.headers[reasonHeader] as string | undefined) ?? null
    const headers: AnswerHeaders = {}
    for (const [name, value] of Object.entries(answer.headers))
      if (!kept.has(name) && !name.startsWith(internal) && value !== undefined) headers[name] = value
    if (!(Number(answer.headers['content-length']) <= smallAnswer)) {
      exchange.head(status, headers)
      answer.pipe(response)
      return
    }
    collect(answer, body => {
      if (response.headersSent || response.destroyed) return
      exchange.head(status, headers)
      if (body.length <= 8192) response.end(body.toString('latin1'), 'latin1')
      else response.end(body)
      if (response.socket?.writableLength !== 0) this.#wait(exchanged, body.length)
    })
  }

  /** Data that the client does not read at once wait here, and no longer at the service. */
  #wait({ exchange: { response }, sender: { school, source }, leave }: Exchanged, bytes: number): void {
    if (this.#memory.take(school, source, bytes) !== null) return
    response.once('close', () => this.#memory.give(school, source, bytes))
    leave()
  }
}

/** Sets the length of the forwarded body, however it was read. */
function frame({ headers }: IncomingMessage, length: number): void {
  delete headers['transfer-encoding']
  if (length > 0) headers['content-length'] = String(length)
  else delete headers['content-length']
}

/** Returns all data after a complete end. */
function collect(from: IncomingMessage, give: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  from.on('data', chunk => chunks.push(chunk))
  from.on('end', () => give(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
}

/** A kept connection that the service closed in the moment of its reuse. */
const isHangUp = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNRESET'

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
