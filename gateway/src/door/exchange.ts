// One request and its answer: the ids under which it can be followed, and the one way to write an answer.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorBody, type Refused } from '@lms/contract'
import { parentOf } from '@lms/service-host/front'
import { isSpanContextValid, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

export type AnswerHeaders = Record<string, string | number | string[]>

const tracer = trace.getTracer('lms')
const printable = /^[\x20-\x7e]{1,128}$/

// Randomness is drawn in large pieces: one call each would cost more than all else that ids need.
const pieceSize = 24
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
export const newRequestId = () => randomHex().slice(0, 32)

export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** 32 hex: the trace id, always fresh. A traceparent that the client sends is linked to, never followed. */
  readonly requestId: string
  readonly traceparent: string
  /** The X-Request-Id that the client itself sent. */
  readonly clientRequestId: string | null
  readonly startedAt = performance.now()
  /** Headers that go with whatever the answer will be. */
  headers: AnswerHeaders = {}
  /** What is known of the request for the log and the figures. */
  school: string | null = null
  operation = 'unknown'
  readonly #span: Span

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request
    this.response = response
    const given = request.headers['x-request-id']
    this.clientRequestId = typeof given === 'string' && printable.test(given) ? given : null
    this.#span = startSpan(request)
    const context = this.#span.spanContext()
    if (isSpanContextValid(context)) {
      this.requestId = context.traceId
      this.traceparent = `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`
    } else {
      const random = randomHex()
      this.requestId = random.slice(0, 32)
      this.traceparent = `00-${this.requestId}-${random.slice(32)}-01`
    }
  }

  get milliseconds(): number {
    return performance.now() - this.startedAt
  }

  /** Writes JSON text, or another type of text. */
  answer(status: number, body: string, headers: AnswerHeaders = {}): void {
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
    const { status } = refused.refusal
    const retry: AnswerHeaders = status === 503 || status === 429 ? { 'retry-after': '1' } : {}
    this.answer(status, JSON.stringify(errorBody(refused, this.requestId)), { ...retry, ...refused.headers })
  }

  /** Ends the span. */
  close(): void {
    const { statusCode } = this.response
    this.#span.updateName(this.operation)
    this.#span.setAttribute('http.response.status_code', statusCode)
    if (this.school) this.#span.setAttribute('lms.school_id', this.school)
    if (statusCode >= 500) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }
}

function startSpan({ headers, method }: IncomingMessage): Span {
  const client = headers.traceparent ? trace.getSpanContext(parentOf(headers.traceparent)) : undefined
  return tracer.startSpan(`${method} request`, {
    kind: SpanKind.SERVER,
    root: true,
    links: client ? [{ context: client }] : [],
  })
}
