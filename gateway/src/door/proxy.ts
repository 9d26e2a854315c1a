// Carries a request to a service and its answer back: http-proxy-middleware, tuned.
//
// Without its default plugins, which log and answer in their own way. Target and agent are made once; a request whose
// body is small, or none, is sent whole instead of piped; an answer of known small size is collected and written at once.
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { common, Refused } from '@lms/contract'
import { hasBody, reasonHeader } from '@lms/service-host/front'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { Logger } from 'pino'
import { ServiceAgent } from './agent.ts'
import type { AnswerHeaders, Exchange } from './exchange.ts'

export interface ProxyOptions {
  services: Readonly<Record<string, string>>
  connectMs: number
  /** How long a service may be silent. */
  answerMs: number
  log: Logger
  /** Requests under way to one service; more are refused, so that a hung service does not take the gateway along. */
  mostAtOnce?: number
}

interface Target {
  name: string
  url: URL
  underWay: number
}
interface Passage {
  exchange: Exchange
  target: Target
  /** The whole body, each byte a character (Latin-1); null where it flows through. */
  body: string | null
  /** Whether it may be sent once more: nothing can have come of it. */
  repeatable: boolean
}

/** Answers up to this many bytes are collected; larger ones flow through. */
const smallBytes = 256 * 1024
/** A body up to this many bytes is waited for: a slow client then occupies no service. */
const smallBody = 16 * 1024
// Headers of the connection to the service, and of the framework behind it, are not the client's.
const kept = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'x-powered-by',
  'x-request-id',
  reasonHeader,
])
/** A connection that breaks later than this was no stale one. */
const soonMs = 1000
// As Latin-1 every byte is one character: Node writes a head and a text in one piece, a buffer beside the head.
/** In place of a request whose body is known: httpxy pipes it. */
const whole = (body: string) => ({ pipe: (to: ClientRequest) => to.end(body, 'latin1') })

export class ServiceProxy {
  readonly #targets = new Map<string, Target>()
  readonly #passages = new WeakMap<ServerResponse, Passage>()
  readonly #agent: ServiceAgent
  readonly #log: Logger
  readonly #mostAtOnce: number
  readonly #middleware: ReturnType<typeof createProxyMiddleware>

  constructor({ services, connectMs, answerMs, log, mostAtOnce = 1000 }: ProxyOptions) {
    for (const [name, address] of Object.entries(services))
      this.#targets.set(name, { name, url: new URL(address), underWay: 0 })
    this.#agent = new ServiceAgent(connectMs)
    this.#log = log
    this.#mostAtOnce = mostAtOnce
    this.#middleware = createProxyMiddleware({
      target: 'http://localhost',
      router: (_, response, options) => {
        const { target, body } = this.#passages.get(response!)!
        if (body !== null) options.buffer = whole(body) as never
        return target.url
      },
      agent: this.#agent,
      proxyTimeout: answerMs,
      selfHandleResponse: true,
      ejectPlugins: true,
      // With the default plugins ejected, `on` is not read: listeners are set here.
      plugins: [
        proxy => {
          proxy.on('error', (error, _, response) => this.#failed(error, response as ServerResponse))
          proxy.on('proxyRes', (answer, _, response) => this.#carryBack(answer, response))
        },
      ],
    })
  }

  /** Sends the request on, as it is now, to a service. The exchange is answered whatever happens. */
  carry(exchange: Exchange, service: string): void {
    const target = this.#targets.get(service)
    const { request } = exchange
    if (!target) exchange.refuse(away(service))
    else if (!hasBody(request)) this.#begin(exchange, target, '')
    else if (Number(request.headers['content-length']) <= smallBody)
      collect(request, body => this.#begin(exchange, target, body.toString('latin1')))
    else this.#begin(exchange, target, null)
  }

  #begin(exchange: Exchange, target: Target, body: string | null): void {
    const { request, response } = exchange
    if (target.underWay >= this.#mostAtOnce) {
      exchange.refuse(away(target.name))
      return
    }
    const repeatable = request.method === 'GET' && body === ''
    this.#passages.set(response, { exchange, target, body, repeatable })
    target.underWay++
    response.once('close', () => {
      target.underWay--
      // What nobody read of the body would hold up the next request on this connection.
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
    const passage = this.#passages.get(response)
    if (!passage || response.destroyed) return
    const { exchange, target } = passage
    if (passage.repeatable && isHangUp(error) && exchange.milliseconds < soonMs && !response.headersSent) {
      passage.repeatable = false
      this.#send(exchange)
      return
    }
    this.#log.warn(
      { err: error, request_id: exchange.requestId, service: target.name },
      'a service did not answer',
    )
    // An answer that has begun cannot be taken back; cut off, it is at least no whole one.
    if (response.headersSent) {
      exchange.reason = 'cut_off'
      response.destroy()
    } else exchange.refuse(away(target.name))
  }

  #carryBack(answer: IncomingMessage, response: ServerResponse): void {
    const { exchange } = this.#passages.get(response)!
    if (response.headersSent || response.destroyed) return void answer.resume()
    const status = answer.statusCode!
    if (status >= 400) exchange.reason = (answer.headers[reasonHeader] as string | undefined) ?? null
    const headers: AnswerHeaders = {}
    for (const [name, value] of Object.entries(answer.headers))
      if (!kept.has(name) && value !== undefined) headers[name] = value
    if (!(Number(answer.headers['content-length']) <= smallBytes)) {
      exchange.head(status, headers)
      answer.pipe(response)
      return
    }
    collect(answer, body => {
      if (response.headersSent || response.destroyed) return
      exchange.head(status, headers)
      if (body.length <= 8192) response.end(body.toString('latin1'), 'latin1')
      else response.end(body)
    })
  }
}

/** Gives all that comes, once it has ended well. */
function collect(from: IncomingMessage, give: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  from.on('data', chunk => chunks.push(chunk))
  from.on('end', () => give(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
}

/** A kept connection that the service closed in the moment we took it. */
const isHangUp = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNRESET'

const away = (service: string) =>
  new Refused(
    common.unavailable,
    `The ${service} service is away for a moment. Repeat the request after Retry-After seconds.`,
  )
