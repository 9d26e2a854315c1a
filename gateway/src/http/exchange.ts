// One request and its answer: the ids to trace it by, and the only way to write an answer.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { templateOf } from '@lms/api'
import { type Caller, errorBody, type Refused } from '@lms/contract'
import { parentOf, type Running, startSpan, traceparentOf } from '@lms/service-host/front'
import type { ResolvedSchool } from '@lms/site/contract'
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { CachedKey } from '../cache/callers.ts'

export type AnswerHeaders = Record<string, string | number | string[]>

const printable = /^[\x20-\x7e]{1,128}$/

// Random bytes are drawn in large pieces: a call for each id would cost more than everything else about ids.
const pieceSize = 16
let pool = Buffer.alloc(0)
let used = 0
function randomHex(): string {
  if (used + pieceSize > pool.length) {
    pool = randomBytes(pieceSize * 512)
    used = 0
  }
  used += pieceSize
  return pool.toString('hex', used - pieceSize, used)
}

/** A request id for input that never became a request. */
export const newRequestId = randomHex

const sentBytes = Symbol('sent bytes that were counted')
type CountedSocket = Socket & { [sentBytes]?: number }

export class Exchange implements Running {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The target in origin form, unchanged by routers that strip their prefix from `request.url`. */
  readonly target: string
  /** 32 hex: the trace id, always new. A client's traceparent becomes a link, never the parent. */
  readonly requestId: string
  readonly traceparent: string
  /** The client's own X-Request-Id. */
  readonly clientRequestId: string | null
  /** Whether the client sent an id of its own or records a trace: it will look for this request. */
  readonly asksToBeFound: boolean
  /** Whether it asks for the head of an answer only; its method is that of a GET from here on. */
  readonly isHead: boolean
  readonly startedAt = performance.now()
  /** Headers of the answer where it sets no others. */
  defaults: AnswerHeaders = {}
  /** Headers of the answer, whatever it will be. */
  headers: AnswerHeaders = {}
  /** The client's address, and the network that counts as one client. */
  address = ''
  /** Whether the client uses HTTPS. */
  secure = false
  /** The host that the client has asked, with its port: another one than `Host` behind a configured proxy. */
  authority = ''
  network = ''
  /** Facts about the request for the log and the metrics. */
  school: string | null = null
  /** The school, once its host is known. */
  resolved: ResolvedSchool | null = null
  operation = 'unknown'
  caller: Caller | null = null
  /** The key of the caller, once it is known. */
  key: CachedKey | null = null
  /** The caller’s name in tokens: two requests with the same one get the same token. */
  tokenKey = ''
  /** Whether its answer lasts as long as the client stays: that it took long, and was left, says nothing. */
  lasts = false
  /** The service of the request. */
  service: string | null = null
  /** The reason of the refusal. */
  reason: string | null = null
  /** Takes milliseconds of a processor from what its sender may spend. */
  charge: (milliseconds: number) => void = () => {}
  /** Null if nothing is recorded. */
  readonly span: Span | null

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.response = response
    this.target = request.url!
    this.isHead = request.method === 'HEAD'
    const header = request.headers['x-request-id']
    this.clientRequestId = typeof header === 'string' && printable.test(header) ? header : null
    const { traceparent } = request.headers
    this.asksToBeFound =
      this.clientRequestId !== null || (typeof traceparent === 'string' && traceparent.endsWith('01'))
    this.span = spanOf(request)
    const context = this.span?.spanContext()
    this.requestId = context?.traceId ?? randomHex()
    this.traceparent = context
      ? `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`
      : traceparentOf(this.requestId)
  }

  /** Method and path template: paths themselves can contain personal data. */
  get template(): string {
    const { path } = this
    const { method } = this.request
    const template = templateOf(method!, path.startsWith('/api/') ? path.slice('/api'.length) : path)
    return template ?? (this.service || this.operation === 'unknown' ? `${method} unknown` : this.operation)
  }

  /** The target without its query. */
  get path(): string {
    return pathOf(this.target)
  }

  /** Bytes that the connection has sent and that no request has counted: those of the answer, at its end. */
  countSent(): number {
    const socket: CountedSocket = this.request.socket
    const before = socket[sentBytes] ?? 0
    socket[sentBytes] = socket.bytesWritten
    return socket.bytesWritten - before
  }

  get milliseconds(): number {
    return performance.now() - this.startedAt
  }

  /** Writes JSON text, or a body of another type. */
  answer(status: number, body: string | Buffer, headers: AnswerHeaders = {}): void {
    if (this.response.headersSent || this.response.destroyed) return
    this.head(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...this.defaults,
      ...headers,
    })
    this.response.end(body)
  }

  /** Writes the head of an answer with the common headers. */
  head(status: number, headers: AnswerHeaders): void {
    const all = { ...this.defaults, ...headers, ...this.headers, 'x-request-id': this.requestId }
    this.response.writeHead(status, all)
  }

  /** Answers with an error. */
  refuse(refused: Refused): void {
    const { status, reason } = refused.refusal
    this.reason = reason
    this.answer(status, JSON.stringify(errorBody(refused, this.requestId)), headersOf(refused))
  }

  /** Ends the span. */
  close(): void {
    const { span } = this
    if (!span) return
    const { statusCode } = this.response
    span.updateName(this.template)
    span.setAttribute('http.response.status_code', statusCode)
    if (this.reason) span.setAttribute('lms.reason', this.reason)
    if (this.school) span.setAttribute('lms.school_id', this.school)
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

/** The convention of web servers for a client that left before its answer. */
export const clientLeft = 499

/** How a request ended, for records: the status that its answer has begun with, and why it was refused, or broke off. */
export function outcomeOf({ response, reason }: Pick<Exchange, 'response' | 'reason'>) {
  return {
    status: response.headersSent ? response.statusCode : clientLeft,
    reason: reason ?? (response.writableFinished ? null : 'client_left'),
  }
}

const spanOf = ({ headers: { traceparent }, method }: IncomingMessage): Span | null =>
  startSpan('gateway', `${method} request`, () => {
    const client = traceparent ? trace.getSpanContext(parentOf(traceparent)) : undefined
    return { kind: SpanKind.SERVER, parent: null, links: client ? [{ context: client }] : [] }
  })

/** The headers of a refusal, whatever its body is. */
export function headersOf({ refusal: { status }, headers }: Refused): AnswerHeaders {
  const retry: AnswerHeaders = status === 503 || status === 429 ? { 'retry-after': '1' } : {}
  return { ...retry, ...headers, 'cache-control': 'no-store' }
}

const pathOf = (url: string) => {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at)
}
