// One request to a service, and its answer on the way back to the client: collected if it is known to be small, else in
// pieces, at the client's pace.
import type { IncomingHttpHeaders } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import type { Refused } from '@lms/contract'
import { reasonHeader } from '@lms/service-host/front'
import type { Logger } from 'pino'
import type { Client, Dispatcher } from 'undici'
import type { AnswerHeaders, Exchange } from './exchange.ts'
import type { ServiceConnections } from './service-connections.ts'

export interface Sent {
  method: Dispatcher.HttpMethod
  path: string
  /** Names and values in turns. */
  headers: string[]
  /** A body in pieces has its Content-Length among the headers, if that is known. */
  body: Buffer | Readable | null
}

/** Answers of up to this many bytes are collected. */
const smallAnswer = 256 * 1024

export interface CallOptions {
  readonly connections: ServiceConnections
  readonly service: string
  readonly origin: string
  readonly sent: Sent
  readonly log: Logger
}

export abstract class ServiceCall implements Dispatcher.DispatchHandler {
  protected readonly exchange: Exchange
  readonly #options: CallOptions
  #client: Client | null = null
  #controller: Dispatcher.DispatchController | null = null
  #left = false
  #status = 0
  #headers: IncomingHttpHeaders = {}
  /** The pieces of a small answer; null for one that goes on as it comes. */
  #pieces: Buffer[] | null = null

  constructor(exchange: Exchange, options: CallOptions) {
    this.exchange = exchange
    this.#options = options
  }

  /** Sends the request. The exchange is always answered. */
  send(): void {
    const { connections, origin, sent } = this.#options
    this.#controller = null
    this.#pieces = null
    this.#client = connections.take(origin)
    this.#client.dispatch(sent, this)
  }

  /** Ends the request: nobody waits for its answer. */
  abort(): void {
    this.#left = true
    this.#controller?.abort(clientLeft)
  }

  /** Those headers of the service's answer that are for the client. */
  protected abstract headersOf(given: IncomingHttpHeaders): AnswerHeaders
  /** Writes the body of a small answer. */
  protected abstract end(body: Buffer): void
  /** Whether to send the request again after an error. */
  protected abstract again(error: Error): boolean
  /** The answer if the service gives none. */
  protected abstract away(service: string): Refused

  /** Writes the head of the answer. */
  protected begin(status: number, given: IncomingHttpHeaders): void {
    const { exchange } = this
    if (status >= 400) exchange.reason = (given[reasonHeader] as string | undefined) ?? null
    exchange.head(status, this.headersOf(given))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#left) controller.abort(clientLeft)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx
    if (status < 200) return
    if (Number(headers['content-length']) <= smallAnswer) {
      this.#status = status
      this.#headers = headers
      this.#pieces = []
    } else this.begin(status, headers)
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    const { response } = this.exchange
    if (this.#pieces) this.#pieces.push(piece)
    else if (response.destroyed) controller.abort(clientLeft)
    else if (!response.write(piece)) {
      controller.pause()
      response.once('drain', () => controller.resume())
    }
  }

  onResponseEnd(): void {
    this.#options.connections.giveBack(this.#options.origin, this.#client!)
    const { response } = this.exchange
    if (response.destroyed) return
    const pieces = this.#pieces
    if (!pieces) return void response.end()
    this.begin(this.#status, this.#headers)
    this.end(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    const { connections, origin, service, log } = this.#options
    connections.drop(origin, this.#client!)
    const { exchange } = this
    const { response, requestId } = exchange
    if (response.destroyed) return
    if (!response.headersSent && this.again(error)) return void this.send()
    log.warn({ err: error, request_id: requestId, service }, 'a service did not answer')
    // An answer that has begun cannot be taken back; cut off, it is at least visibly incomplete.
    if (response.headersSent) {
      exchange.reason = 'cut_off'
      response.destroy()
    } else exchange.refuse(this.away(service))
  }
}

const clientLeft = new Error('The client has left.')

/**
 * The body of a request in pieces. An unread rest is dropped when the answer is sent: it would delay the next request on
 * this connection.
 */
export function piped({ request, response }: Exchange): Readable {
  const body = new PassThrough().on('error', () => {})
  response.once('close', () => request.unpipe(body).resume())
  return request.pipe(body)
}
