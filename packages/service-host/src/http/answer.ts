// Writes answers: status, JSON, and the headers of every answer. `end(string)` instead of res.json, which would cost
// 12–21 µs and might answer 304.
import type { ServerResponse } from 'node:http'
import { classes, common, errorBody, type Operation, type Refusal, Refused } from '@lms/contract'
import type { Logger } from 'pino'
import { isContention, isLate, StatementError } from '../database/batch.ts'
import { DatabaseUnavailable } from '../database/database.ts'
import { TooBusy } from '../database/turns.ts'
import { isGonePerson } from '../directory/people.ts'
import { isRunning } from '../work/idempotency.ts'
import { conflictOf } from '../work/table.ts'

export type Headers = Record<string, string>

/** The reason of a refusal, for the gateway's record of the request; the gateway removes the header. */
export const reasonHeader = 'x-lms-reason'

/** Writes JSON text, in pieces if it is large. */
export function send(
  response: ServerResponse,
  status: number,
  body: string | readonly Buffer[],
  headers: Headers = {},
): void {
  if (response.headersSent || response.destroyed) return
  const isWhole = typeof body === 'string'
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': isWhole ? Buffer.byteLength(body) : body.reduce((sum, piece) => sum + piece.length, 0),
    'cache-control': 'no-store',
    ...headers,
  })
  if (isWhole) return void response.end(body)
  for (const piece of body) response.write(piece)
  response.end()
}

/** The refusal that the caller gets for an error. Any unknown error is internal_error. */
export function refusalOf(error: unknown, operation?: Operation): Refused {
  const refused = isLate(error) && operation?.list ? again(common.list_too_slow) : translate(error, operation)
  if (!operation) return refused
  const allowed = classes[operation.class].errors as readonly number[]
  if (allowed.includes(refused.refusal.status)) {
    checkReason(refused, operation)
    return refused
  }
  return new Refused(common.internal_error)
}

function translate(error: unknown, operation?: Operation): Refused {
  if (error instanceof Refused) return error
  if (error instanceof DatabaseUnavailable) return again(common.unavailable)
  if (error instanceof TooBusy) return again(common.too_busy)
  if (error instanceof StatementError) {
    if (isRunning(error)) return again(common.idempotency_in_progress)
    const conflict = conflictOf(error)
    if (conflict) return new Refused(conflict)
    if (operation && isGonePerson(error)) return new Refused(refusalOfGone(operation))
    if (isContention(error)) return again(common.unavailable)
  }
  return new Refused(common.internal_error)
}

/** The reasons by which an operation refuses a person whom the school does not have. */
const personReasons: readonly string[] = ['user_unknown', 'person_unknown']

/**
 * What an operation answers about a person who leaves before its commit: the same as about one who was never there. A person
 * in the path does not exist any more; one in the body is an unknown reference, where no refusal of its own is declared.
 */
function refusalOfGone({ refuses, path, class: kind }: Operation): Refusal {
  const own = refuses.find(({ reason }) => personReasons.includes(reason))
  const allows = (refusal: Refusal) => (classes[kind].errors as readonly number[]).includes(refusal.status)
  if (own) return own
  const inPath = path.startsWith('/v1/users/') || path.includes('{userId}')
  return inPath || !allows(common.unknown_reference) ? common.not_found : common.unknown_reference
}

const again = (refusal: Refusal) => new Refused(refusal, undefined, { headers: { 'retry-after': '1' } })

const shared = new Set<unknown>(Object.values(common))
function checkReason({ refusal }: Refused, operation: Operation) {
  if (process.env.NODE_ENV === 'production' || shared.has(refusal)) return
  if (!operation.refuses.includes(refusal))
    throw new Error(`${operation.route} refuses with ${refusal.reason}, which it does not declare`)
}

/** Answers with an error; logs faults of the server. Returns the answer. */
export function sendError(
  response: ServerResponse,
  error: unknown,
  {
    operation,
    requestId,
    log,
    headers = {},
  }: { operation?: Operation | undefined; requestId: string | null; log: Logger; headers?: Headers },
): Refusal {
  let refused: Refused
  try {
    refused = refusalOf(error, operation)
  } catch (undeclared) {
    log.error({ err: undeclared, request_id: requestId }, 'undeclared refusal')
    refused = new Refused(common.internal_error)
  }
  const { status } = refused.refusal
  if (status >= 500 && !(error instanceof Refused)) {
    const about = { err: error, request_id: requestId, operation: operation?.route }
    // Temporary failures and conflicts disappear when the request is repeated.
    if (status === 503) log.warn(about, 'request could not be served')
    else log.error(about, 'request failed')
  }
  const retry: Headers = status === 503 || status === 429 ? { 'retry-after': '1' } : {}
  // Details of a refused internal token are only for the log.
  const visibleError =
    status === 401 ? { refusal: refused.refusal, message: refused.message, details: [] } : refused
  send(response, status, JSON.stringify(errorBody(visibleError, requestId)), {
    ...retry,
    ...refused.headers,
    ...headers,
    [reasonHeader]: refused.refusal.reason,
    ...(requestId ? { 'x-request-id': requestId } : {}),
  })
  return refused.refusal
}
