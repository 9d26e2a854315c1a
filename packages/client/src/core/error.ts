// Every refusal of the API is one error, told apart by its reason.

/** What is wrong with one part of a request. */
export interface ErrorDetail {
  /** The place: `body.items.0.offer_id`. */
  readonly path: string
  readonly message: string
}

/** An answer other than success. `reason` is stable; `message` says what to do. */
export class LmsError<Reason extends string = string> extends Error {
  override readonly name = 'LmsError'
  /** The status of the answer; 0 if none came. */
  readonly status: number
  readonly code: string
  readonly reason: Reason | ClientReason
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | null
  /** Seconds after which a repetition may succeed. */
  readonly retryAfter: number | null

  constructor(fields: {
    status: number
    code: string
    reason: string
    message: string
    details?: readonly ErrorDetail[]
    requestId?: string | null
    retryAfter?: number | null
    cause?: unknown
  }) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.status = fields.status
    this.code = fields.code
    this.reason = fields.reason as Reason
    this.details = fields.details ?? []
    this.requestId = fields.requestId ?? null
    this.retryAfter = fields.retryAfter ?? null
  }
}

/** What a client itself finds: no answer came, none in time, none that it understands, or one with warnings. */
export type ClientReason = 'network' | 'timeout' | 'redirected' | 'unreadable_answer' | 'warnings'

/** Whether it is an error of this client, with this reason if one is given. */
export const isLmsError = <R extends string>(error: unknown, reason?: R): error is LmsError<R> =>
  error instanceof LmsError && (reason === undefined || error.reason === reason)

/** The error of an answer. */
export function errorOf(status: number, headers: Headers, text: string): LmsError {
  const after = Number(headers.get('retry-after'))
  const retryAfter = headers.has('retry-after') && Number.isFinite(after) ? after : null
  const requestId = headers.get('x-request-id')
  try {
    const { error } = JSON.parse(text) as { error: Record<string, unknown> }
    if (typeof error.reason === 'string')
      return new LmsError({
        status,
        code: String(error.code),
        reason: error.reason,
        message: String(error.message),
        details: (error.details ?? []) as ErrorDetail[],
        requestId: (error.request_id as string | null) ?? requestId,
        retryAfter,
      })
  } catch {}
  const message = `The server answered ${status} without an error that this client understands.`
  return new LmsError({
    status,
    code: 'unknown',
    reason: 'unreadable_answer',
    message,
    requestId,
    retryAfter,
  })
}
