// One request and its answer: the ids under which it can be followed, and the one way to write an answer.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { templateOf } from '@lms/api'
import { type Caller, errorBody, type Refused } from '@lms/contract'
import { parentOf, startSpan, traceparentOf } from '@lms/service-host/front'
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

export type AnswerHeaders = Record<string, string | number | string[]>

const printable = /^[\x20-\x7e]{1,128}$/

// Randomness is drawn in large pieces: one call each would cost more than all else that ids need.
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

/** A request id for what never became a request. */
export const newRequestId = randomHex

export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** 32 hex: the trace id, always fresh. A traceparent that the client sends is linked to, never followed. */
  readonly requestId: string
  readonly traceparent: string
  /** The X-Request-Id that the client itself sent. */
  readonly clientRequestId: string | null
  /** The client gave an id of its own, or records a trace of its own: it will look for this request. */
  readonly asksToBeFound: boolean
  readonly startedAt = performance.now()
  /** Headers that go with whatever the answer will be. */
  headers: AnswerHeaders = {}
  /** The client's address, and the network that counts as one client. */
  address = ''
  network = ''
  /** What is known of the request for the log and the figures. */
  school: string | null = null
  operation = 'unknown'
  caller: Caller | null = null
  /** The service it was sent to. */
  service: string | null = null
  /** Why it was refused. */
  reason: string | null = null
  /** Null where nothing is recorded. */
  readonly span: Span | null

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.response = response
    const given = request.headers['x-request-id']
    this.clientRequestId = typeof given === 'string' && printable.test(given) ? given : null
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

  /** Method and path template: paths themselves can carry what is personal. */
  get template(): string {
    const { method, url } = this.request
    const path = pathOf(url!)
    const known = templateOf(method!, path.startsWith('/api/') ? path.slice('/api'.length) : path)
    return known ?? (this.service || this.operation === 'unknown' ? `${method} unknown` : this.operation)
  }

  get milliseconds(): number {
    return performance.now() - this.startedAt
  }

  /** Writes JSON text, or another type of body. */
  answer(status: number, body: string | Buffer, headers: AnswerHeaders = {}): void {
    if (this.response.headersSent || this.response.destroyed) return
    this.head(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...headers,
    })
    this.response.end(body)
  }

  /** Writes the head of an answer with what goes with every answer. */
  head(status: number, headers: AnswerHeaders): void {
    this.response.writeHead(status, { ...headers, ...this.headers, 'x-request-id': this.requestId })
  }

  /** Answers with the one error shape. */
  refuse(refused: Refused): void {
    const { status, reason } = refused.refusal
    this.reason = reason
    const retry: AnswerHeaders = status === 503 || status === 429 ? { 'retry-after': '1' } : {}
    this.answer(status, JSON.stringify(errorBody(refused, this.requestId)), { ...retry, ...refused.headers })
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

const spanOf = ({ headers: { traceparent }, method }: IncomingMessage): Span | null =>
  startSpan('gateway', `${method} request`, () => {
    const client = traceparent ? trace.getSpanContext(parentOf(traceparent)) : undefined
    return { kind: SpanKind.SERVER, parent: null, links: client ? [{ context: client }] : [] }
  })

/** A request target without its query. */
export const pathOf = (url: string) => {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at)
}
