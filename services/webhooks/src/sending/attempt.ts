import type { Dispatcher } from 'undici'
import {
  connectFailure,
  type Failure,
  type Outcome,
  responseFailure,
  type SendError,
  storableText,
} from './outcome.ts'

type AttemptOptions = {
  secure: boolean
  deadlineMs: number
  maxBodyBytes: number
  now: () => number
  answered: (ok: boolean) => number
  settle: (outcome: Outcome) => void
  /** Called once, when its connection has nothing more of it; `whole` where the answer was read to its end. */
  onRelease: (isComplete: boolean) => void
}

/**
 * One request in flight, as an undici handler. Its status decides it; it settles exactly once: at the end of the
 * body, at the first byte over the limit, at an error or at a deadline. A plain timer measures the deadline: 0.4 µs
 * where an AbortSignal costs several, and it covers look-up, connection, TLS and status as one, which undici's own
 * timeouts do not (they start anew with every byte). The body has a deadline of its own.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #options: AttemptOptions
  readonly #startedAt: number
  #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #size = 0
  #status: number | null = null
  #answeredAt = 0
  #controller: Dispatcher.DispatchController | null = null
  #settled = false

  constructor(options: AttemptOptions) {
    this.#options = options
    this.#startedAt = options.now()
    // After a stall of this process an answer may already wait in the socket: read it before giving up.
    this.#timer = setTimeout(() => setImmediate(() => this.#onDeadline()), options.deadlineMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The connection came after the deadline: the attempt is logged as failed, so it must not be sent.
    if (this.#settled) abort(controller, 'deadline passed')
    this.#controller = controller
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.#settled) return
    this.#status = status
    this.#answeredAt = this.#options.now()
    clearTimeout(this.#timer)
    // Most bodies come with their status, and end before this runs.
    queueMicrotask(() => this.#awaitBody())
  }

  #awaitBody(): void {
    if (this.#settled) return
    const bodyMs = this.#options.answered(this.#isOk)
    this.#timer = setTimeout(() => setImmediate(() => this.#onDeadline()), bodyMs)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return
    // The chunk is a view of a buffer that is reused or large: keep a copy of what is stored, nothing more.
    const part = chunk.subarray(0, this.#options.maxBodyBytes - this.#size)
    if (part.length > 0) this.#chunks.push(Buffer.from(part))
    this.#size += part.length
    if (part.length < chunk.length) {
      this.#settle(null, true)
      abort(controller, 'response body over the limit')
    }
  }

  onResponseEnd(): void {
    this.#settle(null, false)
    this.#options.onRelease(true)
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#status !== null) this.#settle(null, true)
    else if (this.#controller) this.#settle(responseFailure(error), false)
    else this.#settle(connectFailure(error, this.#options.secure), false)
    this.#options.onRelease(false)
  }

  #onDeadline(): void {
    if (this.#settled) return
    if (this.#status !== null) this.#settle(null, true)
    else this.#settle(timeout(this.#controller ? 'timeout_headers' : 'timeout_connect'), false)
    if (this.#controller) abort(this.#controller, 'deadline passed')
  }

  get #body(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
  }

  get #isOk(): boolean {
    return this.#status !== null && this.#status >= 200 && this.#status < 300
  }

  /** `failure` is the cause of a missing status; a status decides by itself, whatever happens to the body. */
  #settle(failure: Failure | null, truncated: boolean): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    const { now, maxBodyBytes, settle } = this.#options
    const status = this.#status
    const ok = this.#isOk
    settle({
      ok,
      status,
      body: storableText(this.#body, maxBodyBytes, truncated),
      durationMs: Math.round((status === null ? now() : this.#answeredAt) - this.#startedAt),
      error: failure?.error ?? (ok ? null : 'http_status'),
      detail: failure?.detail ?? null,
      ours: failure?.ours ?? false,
    })
  }
}

/**
 * Ends a request and closes its connection. undici makes several errors for it, and Node formats their stacks, which
 * nobody reads: a quarter of what it costs to send to a receiver that never ends its answers.
 */
function abort(controller: Dispatcher.DispatchController, reason: string): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    controller.abort(new Error(reason))
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const timeout = (error: SendError): Failure => ({ error, detail: null, ours: false })
