// Answers that are kept: of requests that are repeated, and of those that wait for a call outside.
import { type Caller, classes, common, type Operation, Refused } from '@lms/contract'
import type { Service } from '../service.ts'
import type { Awaiting, WriteAnswer } from '../tasks/awaiting.ts'
import type { StoredAnswer } from '../work/idempotency.ts'
import type { Headers } from './answer.ts'
import { namesSent, showsUnread, withoutUnread } from './hidden-fields.ts'
import { itemOf } from './list-answer.ts'

/** What the answer of a request that waits for a call is written by. */
export const requestOf = (
  operation: Operation,
  path: Record<string, string>,
  caller: Caller,
  body: unknown,
): Pick<Awaiting, 'operation' | 'objectId' | 'success' | 'sent'> => ({
  operation: operation.route,
  objectId: path.id ?? null,
  success: classes[operation.class].success,
  sent: showsUnread(operation, caller) ? namesSent(body) : null,
})

/** Writes answers as the contract shows them, to callers without the right to read only what they sent. */
export function answerWriter({ implementations }: Service): WriteAnswer {
  const operations = new Map(
    implementations
      .flatMap(({ operations }) => Object.values(operations) as Operation[])
      .map(operation => [operation.route, operation]),
  )
  return ({ operation: route, sent }, object) => {
    const operation = operations.get(route)
    if (!operation) throw new Error(`A request waits for its answer, and there is no ${route} any more.`)
    const fullItem = itemOf(operation, object)
    return JSON.stringify(sent === null ? fullItem : withoutUnread(fullItem, sent, operation))
  }
}

/** The object of a kept answer; throws a refusal that was kept. */
export function objectOf(
  { status, text }: StoredAnswer,
  { refuses }: Operation,
  headers: Headers,
): Record<string, unknown> {
  const stored = JSON.parse(text)
  if (status === null) return stored
  const refusal = [...refuses, ...Object.values(common)].find(({ reason }) => reason === stored.reason)
  throw new Refused(refusal ?? common.outcome_unknown, stored.message, { details: stored.details, headers })
}
