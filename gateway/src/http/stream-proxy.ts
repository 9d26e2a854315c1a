// Carries bytes between a client and a service in pieces, with http-proxy-middleware: bodies of any size, with no more in
// memory than the buffers of two connections.
import { Agent, type ClientRequestArgs, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Refused } from '@lms/contract'
import { reasonHeader } from '@lms/service-host/front'
import type { Request, Response } from 'express'
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware'
import type { Logger } from 'pino'
import type { AnswerHeaders, Exchange } from './exchange.ts'

/** A request on its way to a service in pieces. */
export interface Stream {
  readonly service: string
  readonly origin: URL
  readonly path: string
  /** The only headers that the service gets. */
  readonly headers: OutgoingHttpHeaders
  /** Those headers of the service’s answer that are for the client. */
  readonly answerHeaders: (headers: IncomingHttpHeaders) => AnswerHeaders
  /** The answer if the service gives none. */
  readonly unavailable: Refused
}

export interface StreamProxyOptions {
  /** A connection is given up if it is not established in this time. */
  connectMs: number
  /** How long a service may send nothing. */
  answerMs: number
  log: Logger
}

type StreamResponse = Response<unknown, { exchange: Exchange; stream: Stream }>

export class StreamProxy {
  readonly #agent: StreamAgent
  readonly #proxy: RequestHandler<Request, StreamResponse>
  readonly #log: Logger

  constructor({ connectMs, answerMs, log }: StreamProxyOptions) {
    this.#agent = new StreamAgent(connectMs)
    this.#log = log
    this.#proxy = createProxyMiddleware<Request, StreamResponse>({
      agent: this.#agent,
      proxyTimeout: answerMs,
      // The router sets target and method of each request; the target has the whole path.
      router: (_, response, options) => {
        const { exchange, stream } = response!.locals
        if (exchange.isHead) Object.assign(options, { method: 'HEAD' })
        const { protocol, hostname, port } = stream.origin
        return { protocol, hostname, port, pathname: stream.path }
      },
      target: 'http://service.invalid',
      ignorePath: true,
      selfHandleResponse: true,
      // Without a handler of errors it would answer them itself, in no common shape; they reach `next`, too.
      on: { proxyRes: begin, error: () => {} },
    })
  }

  /** Sends the request. The exchange is always answered. */
  carry({ request, response }: Exchange, stream: Stream): void {
    const streamed = response as StreamResponse
    streamed.locals.stream = stream
    // Replaced before the proxy copies them: an event of the proxy is not called for `Expect: 100-continue`.
    request.headers = stream.headers as IncomingHttpHeaders
    void this.#proxy(request as Request, streamed, error => this.#fail(streamed, error))
  }

  /** Closes all connections, whatever is under way. */
  close(): void {
    this.#agent.destroy()
  }

  #fail(response: StreamResponse, error: unknown): void {
    const { exchange, stream } = response.locals
    if (response.destroyed) return
    const { requestId } = exchange
    this.#log.warn({ err: error, request_id: requestId, service: stream.service }, 'a service did not answer')
    // An answer that has begun cannot be taken back; cut off, it is at least visibly incomplete.
    if (response.headersSent) response.destroy()
    else exchange.refuse(stream.unavailable)
    exchange.request.resume()
  }
}

/** Writes the head of the service’s answer, and lets the body follow at the client’s pace. */
function begin(answer: Request, _request: Request, response: StreamResponse): void {
  const { exchange, stream } = response.locals
  const status = answer.statusCode!
  if (status >= 400) exchange.reason = (answer.headers[reasonHeader] as string | undefined) ?? null
  answer.once('close', () => {
    if (!answer.complete) exchange.reason = 'cut_off'
  })
  exchange.head(status, stream.answerHeaders(answer.headers))
  answer.pipe(response)
}

/** Well below the 65 s after which a service closes an idle connection. */
const idleMs = 20_000

/** Keeps connections for the next stream, and gives up one that is not established in time. */
class StreamAgent extends Agent {
  readonly #connectMs: number

  constructor(connectMs: number) {
    super({ keepAlive: true, timeout: idleMs })
    this.#connectMs = connectMs
  }

  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ) {
    const socket = super.createConnection(options, callback) as Socket
    const late = setTimeout(() => socket.destroy(new Error('no connection in time')), this.#connectMs)
    socket.once('connect', () => clearTimeout(late)).once('close', () => clearTimeout(late))
    return socket
  }
}
