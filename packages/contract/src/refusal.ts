// A refusal is an answer other than success, declared beside the operation and thrown by rules.
import { codeNames, type ErrorStatus } from './classes.ts'
import { maxEventBytes } from './event.ts'
import { listBounds } from './list.ts'

export interface Refusal<Reason extends string = string> {
  readonly reason: Reason
  readonly status: ErrorStatus
  /** When the refusal occurs, as a sentence for the documentation. */
  readonly when: string
  /** What is wrong and what to do, unless the thrower gives a message of its own. */
  readonly message: string
}

export interface RefusalDetail {
  path: string
  message: string
}

/** A thrown refusal. `message` says what to do next; `details` names the places. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly details: RefusalDetail[]
  readonly headers: Record<string, string>
  constructor(
    refusal: Refusal,
    message = refusal.message,
    { details = [], headers = {} }: { details?: RefusalDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'Refused'
    this.refusal = refusal
    this.details = details
    this.headers = headers
  }
}

/** Declares refusals by their stable reasons. */
export function refuse<
  const T extends Record<string, { status: ErrorStatus; when: string; message: string }>,
>(table: T): { readonly [K in keyof T & string]: Refusal<K> } {
  const entries = Object.entries(table).map(([reason, entry]) => [reason, { reason, ...entry }])
  return Object.fromEntries(entries)
}

/** Refusals of all operations whose class has their status. */
export const common = refuse({
  invalid_body: {
    status: 400,
    when: 'the body does not match the schema',
    message: 'The body does not match the schema. Correct the fields named in details and send it again.',
  },
  not_json: {
    status: 400,
    when: 'the body is not JSON, too large, or of another content type',
    message: 'Send a JSON body of at most 1 MiB with Content-Type: application/json.',
  },
  invalid_idempotency_key: {
    status: 400,
    when: 'Idempotency-Key is not 1 to 255 printable characters',
    message: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
  },
  credential_invalid: {
    status: 401,
    when: 'the bearer credential is missing, unknown, expired, revoked, or of another school',
    message: 'Send Authorization: Bearer <key> with a valid key of this school.',
  },
  permission_missing: {
    status: 403,
    when: 'the credential lacks the permission',
    message: 'This key lacks the permission for this operation. Use one whose role and scope include it.',
  },
  school_suspended: {
    status: 403,
    when: 'the school is suspended by the platform team',
    message: 'This school is suspended. Ask the platform team to resume it.',
  },
  confirmation_needed: {
    status: 403,
    when: 'an agent’s key requests a change that nobody has confirmed',
    message:
      'A change by an agent needs the confirmation of a person. Propose it with POST /v1/agent/confirmations.',
  },
  on_behalf_of_refused: {
    status: 403,
    when: 'X-On-Behalf-Of does not name an active person of the school, or the key may not act for others',
    message:
      'X-On-Behalf-Of takes the id of an active person of this school, and needs an integration key of role owner or administrator.',
  },
  not_found: {
    status: 404,
    when: 'the school has no such object, or the caller may not see it',
    message: 'This school has no such object that the caller may see. Check the id and the school.',
  },
  no_such_operation: {
    status: 404,
    when: 'no operation has this path and method',
    message: 'No operation has this path and method. /openapi.json lists all operations.',
  },
  idempotency_in_progress: {
    status: 409,
    when: 'a request with the same Idempotency-Key is still running',
    message: 'The first request with this Idempotency-Key is still running. Repeat this one in a moment.',
  },
  version_mismatch: {
    status: 409,
    when: 'If-Match differs from the current version, or what is changed has no version',
    message:
      'The object has changed since you read it, or has no version. Read it again and repeat the change with its ETag; without If-Match if it has none.',
  },
  still_named: {
    status: 409,
    when: 'objects of another service reference the object',
    message: 'Other objects reference this one. Change or delete them first; see details.',
  },
  idempotency_key_reused: {
    status: 422,
    when: 'the Idempotency-Key was used for another request',
    message: 'This Idempotency-Key belongs to another request. Use a new one for each logical request.',
  },
  unknown_reference: {
    status: 422,
    when: 'the body references an object that does not exist in this school',
    message: 'The body references an object that does not exist in this school. See details.',
  },
  event_too_large: {
    status: 422,
    when: `the event of the change would be larger than ${maxEventBytes / 1024} KB`,
    message: `The object is too large for its event, which may have at most ${maxEventBytes / 1024} KB as JSON. Shorten its texts, or split it.`,
  },
  rate_limited: {
    status: 429,
    when: 'the key or the school has used up its request rate',
    message: 'Too many requests. Wait as long as Retry-After says.',
  },
  budget_spent: {
    status: 429,
    when: 'earlier changes of the school have used up its budget of events, deliveries or tasks',
    message:
      'The school has used up a budget. Wait as long as Retry-After says, then continue with smaller changes.',
  },
  internal_error: {
    status: 500,
    when: 'an error occurred on the server',
    message: 'An error occurred on the server. Repeat the request, or report its request_id.',
  },
  list_too_slow: {
    status: 503,
    when: `a list query takes longer than ${listBounds.seconds} seconds`,
    message:
      'This list query takes too long. Add a filter, search for longer words in q, or sort by created_at. The same query will take as long again.',
  },
  outcome_unknown: {
    status: 503,
    when: 'another system, which the operation calls, has not answered in time',
    message:
      'Another system has not answered in time. It may have acted. The call is repeated with the same key, so it takes effect once. Repeat the request with the same Idempotency-Key to get the outcome. Without a key, look for the request_id in /v1/queues before you send the request again.',
  },
  too_busy: {
    status: 503,
    when: 'too many requests of the school wait for the database, for a content to be read, or for a turn to send a large answer',
    message:
      'Too many requests of this school are in progress. Send fewer at a time, and repeat this one after Retry-After seconds.',
  },
  unavailable: {
    status: 503,
    when: 'a part of the system is unavailable for a moment',
    message:
      'A part of the system is unavailable for a moment. Repeat the request after Retry-After seconds.',
  },
})

export interface ErrorBody {
  error: {
    code: string
    reason: string
    message: string
    details: RefusalDetail[]
    request_id: string | null
  }
}

/** The maximum size of a refusal. */
export const errorBounds = {
  details: 50,
  /** Characters of the message, and of the path and message of a detail. */
  text: 500,
  /** Bytes of all details as JSON: with the rest a refusal is below 16 KB. */
  detailBytes: 12_000,
} as const

/** The shape of all errors. Many or long details are cut: the first ones are enough to go on with. */
export function errorBody(
  { refusal, message, details }: { refusal: Refusal; message: string; details: readonly RefusalDetail[] },
  requestId: string | null,
): ErrorBody {
  const { status, reason } = refusal
  const errorFields = { message: shortened(message), details: bounded(details), request_id: requestId }
  return { error: { code: codeNames[status], reason, ...errorFields } }
}

function bounded(details: readonly RefusalDetail[]): RefusalDetail[] {
  const limited: RefusalDetail[] = []
  let bytes = 0
  for (const { path, message, ...more } of details.slice(0, errorBounds.details)) {
    const detail = { path: shortened(path), message: shortened(message), ...more }
    bytes += encoder.encode(JSON.stringify(detail)).length
    if (bytes > errorBounds.detailBytes) break
    limited.push(detail)
  }
  return limited
}

const encoder = new TextEncoder()
const shortened = (text: string): string =>
  text.length <= errorBounds.text ? text : `${text.slice(0, errorBounds.text - 1).toWellFormed()}…`
