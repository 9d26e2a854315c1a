// One request to one operation, from its checks to the written answer: the unit of work around the handler, the audit
// record, the idempotent repetition.
import {
  type BodyBounds,
  type Caller,
  classes,
  common,
  type deletes,
  type Id,
  isId,
  listBounds,
  type Operation,
  Refused,
} from '@lms/contract'
import { StatementError } from '../database/batch.ts'
import type { Database } from '../database/database.ts'
import type { RowPage } from '../database/read-page.ts'
import type { Copies } from '../directory/copies.ts'
import { isGonePerson } from '../directory/people.ts'
import { DocumentAnswer } from '../kernel/document-answer.ts'
import { turnWatch } from '../kernel/turn-watch.ts'
import type { Cursors } from '../list/cursor.ts'
import type { ListQuery } from '../list/list-query.ts'
import { readListQuery } from '../list/read-list-query.ts'
import type { Implementation } from '../service.ts'
import { AnswerAfter } from '../tasks/answer-after.ts'
import type { Calls } from '../tasks/calls.ts'
import type { Run } from '../tasks/run.ts'
import { answerOfProposal } from '../work/audit-changes.ts'
import { type IdempotencyClaim, isUsed, type StoredAnswer } from '../work/idempotency.ts'
import { inUnitOfWork, type Outcome, type Scope } from '../work/in-unit-of-work.ts'
import type { Runtime, SchoolRuntime } from '../work/runtime.ts'
import { conflictOf } from '../work/table.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import type { Work } from '../work/work.ts'
import { type Headers, refusalOf, send } from './answer.ts'
import { ClientLeft } from './body.ts'
import type { FixedFields } from './body-faults.ts'
import { recordBulkRead } from './bulk-read.ts'
import { bodyOf, type Call, callerOf, checkPath, claimOf, ifMatchOf } from './checks.ts'
import { preferredDocument } from './document-answer.ts'
import { EventStream, eventStreamType } from './event-stream.ts'
import { type ExpandContext, relatedOf } from './expand.ts'
import { fieldsOf } from './fields.ts'
import { showsUnread, withoutUnread } from './hidden-fields.ts'
import { inputOf } from './input.ts'
import type { LargeAnswer, LargeAnswers } from './large-answer.ts'
import { itemOf, listAnswer } from './list-answer.ts'
import { checkReferences, referencePlaces, refuseReferenced } from './references.ts'
import { objectOf, requestOf } from './stored-answer.ts'

export interface Route {
  operation: Operation
  name: string
  implementation: Implementation
  stores: new (work: UnitOfWork) => unknown
  /** The name, in the path or the body, of the object that If-Match applies to. */
  versioned: string | null
  /** The largest body that it reads. */
  bounds: BodyBounds
  /** The fields that its body does not take, and how they are changed. */
  fixed: FixedFields
  /** The kind of object that it deletes, and its parameter in the path, if other services reference such objects. */
  deletes: ReturnType<typeof deletes>
}

/** The common context of all requests of a service. */
export interface Shared {
  cursors: Cursors
  largeAnswers: LargeAnswers
  copies: Copies
  calls: Calls
}

/** Performs the operation and writes the answer; throws errors that are still to be answered. */
export async function perform(
  route: Route,
  call: Call,
  runtime: Runtime,
  { cursors, largeAnswers, copies, calls }: Shared,
): Promise<void> {
  const { operation } = route
  const caller = callerOf(operation, call.identity)
  checkPath(operation, call.path)
  const { raw, body } = await bodyOf(operation, call.request, {
    bounds: route.bounds,
    meter: call.meter,
    fixed: route.fixed,
  })
  const claim = claimOf(runtime, operation, call, caller, raw)
  const { requestId, clientRequestId } = call
  const { success } = classes[operation.class]
  await copies.refreshFor(operation, caller, requestId)
  const database = runtime.database.of(caller.school)
  const scope: Scope = {
    database,
    school: caller.school,
    origin: {
      requestId,
      clientRequestId,
      causeId: null,
      caller,
      operator: (call.identity.kind === 'service' && call.identity.operator) || null,
      now: runtime.clock.now(),
    },
    claim,
    ifMatch: ifMatchOf(operation, call, body, route.versioned),
    deadlineMs: operation.list ? (runtime.config.databaseListMs ?? listBounds.seconds * 1000) : null,
    emits: operation.emits,
  }
  const large = largeAnswers.of(caller.school, call.response)
  const waits = calls.reserve()
  const wait = (after: AnswerAfter<unknown>, work: UnitOfWork) => {
    if (!operation.refuses.includes(common.outcome_unknown))
      throw new Error(`${operation.route} is answered after a call and does not declare outcome_unknown.`)
    return waits.begin(after, work, caller, requestOf(operation, call.path, caller, body))
  }
  const document = preferredDocument(operation, call.request.headers)
  const events =
    document === eventStreamType
      ? new EventStream(call.response, success, { 'x-request-id': requestId })
      : null
  const details = { body, caller, cursors, large, wait, document, events }
  const once = (at: Scope) => inUnitOfWork(runtime, at, work => handle(route, call, { ...details, work }))
  const attempt = () =>
    once(scope).catch(async error => {
      if (!(await copies.wasEarly(error, personOf(caller, body), { school: caller.school, requestId })))
        throw error
      return once({ ...scope, origin: { ...scope.origin, now: runtime.clock.now() } })
    })
  try {
    const done = await orReplayed(attempt, claim, database)
    const { object, text, headers } = await answerOf(done, operation, calls)
    turnWatch.beforeAnswer()
    if (events) return events.end(String(text))
    send(call.response, success, text, { ...headersOf(requestId, object), ...headers, ...call.meter.headers })
  } catch (error) {
    if (events?.disconnected.aborted) throw new ClientLeft('the stream was cut off', { cause: error })
    if (events?.hasBegun) events.fail(refusalOf(error, operation), requestId)
    throw error
  } finally {
    waits.leave()
    large.leave()
  }
}

/** The person whom a request concerns; null if it does not say. */
const personOf = ({ user }: Caller, body: unknown): Id<'usr'> | null => {
  const { user_id } = (body ?? {}) as { user_id?: unknown }
  return typeof user_id === 'string' && isId('usr', user_id) ? user_id : user
}

/** The outcome, or the kept answer of the first request where the error says that there may be one. */
async function orReplayed<T>(
  attempt: () => Promise<Outcome<T>>,
  claim: IdempotencyClaim | null,
  database: Database,
): Promise<T | { kept: StoredAnswer }> {
  try {
    return (await attempt()).result
  } catch (error) {
    const replay = claim && mayBeReplay(error) ? await claim.replay(database) : null
    if (replay) return { kept: replay }
    // A key that was used and keeps nothing has expired: the request is a new one.
    if (!claim || !isUsed(error)) throw error
    await claim.forget(database)
    return orReplayed(attempt, claim, database)
  }
}

/** The answer: there already, kept by an earlier request, or of a call that begins only now. */
async function answerOf(
  done: Answer | { call: Run } | { kept: StoredAnswer },
  operation: Operation,
  calls: Calls,
): Promise<Answer> {
  if ('call' in done) return toAnswer(await calls.perform(done.call), operation)
  if ('kept' in done) return toAnswer(done.kept, operation, { 'idempotent-replayed': 'true' })
  return done
}

const toAnswer = (stored: StoredAnswer, operation: Operation, headers: Headers = {}): Answer => ({
  object: objectOf(stored, operation, headers),
  text: stored.text,
  headers,
})

// The claim says that the key was used, and a refusal may only mean that the first request has had its effect.
const mayBeReplay = (error: unknown) =>
  isUsed(error) ||
  (error instanceof Refused && error.refusal.status < 500) ||
  (error instanceof StatementError && (conflictOf(error) !== undefined || isGonePerson(error)))

interface Answer {
  /** Null for a list. */
  object: Record<string, unknown> | null
  text: string | readonly Buffer[]
  headers?: Headers
}

/** Runs the handler. */
async function handle(
  route: Route,
  call: Call,
  details: {
    body: unknown
    caller: Caller
    cursors: Cursors
    large: LargeAnswer
    work: Work
    wait: (after: AnswerAfter<unknown>, work: UnitOfWork) => Run
    document: string | null
    events: EventStream | null
  },
): Promise<Outcome<Answer | { call: Run }>> {
  const { operation, implementation } = route
  const { body, caller, cursors, large, wait, document, events } = details
  const { work, runtime } = details.work
  const query = call.meter.during(() => queryOf(route, call, caller, cursors))
  if (query) await large.begin(operation.route, query)
  const stores = new route.stores(work)
  await checkOthers(route, call, body, caller, runtime)
  const input = inputOf(call, { body, caller, query, document, events }, details.work)
  // Until it waits for the first time: rules about a body come before queries.
  const handled = await call.meter.during(() => implementation.handlers[route.name]!(input as never, stores))
  work.refuseUncheckedVersion()
  if (handled instanceof AnswerAfter) return { result: { call: wait(handled, work) }, answer: null }
  if (handled instanceof DocumentAnswer) return { result: documentAnswer(handled), answer: null }
  if (operation.list) {
    const context = { query: query!, cursors, caller, stores, runtime, requestId: call.requestId, large }
    const page = handled as RowPage<{ id: string }>
    const text = await writeList(route, page, context)
    if (operation.class !== 'I')
      await recordBulkRead(operation, page.rows.length, { caller, requestId: call.requestId, runtime })
    // Only the answers of changes are stored for a repetition.
    return { result: { object: null, text }, answer: null }
  }
  const written = work.outgoing.written(operation.returns, handled as object)
  const fullObject = written?.object ?? itemOf(operation, handled as object)
  const object = showsUnread(operation, caller)
    ? call.meter.during(() => withoutUnread(fullObject, body, operation))
    : fullObject
  const { changes, success } = classes[operation.class]
  const { operatorRoute } = operation
  if (operatorRoute || (changes && work.hasWrites))
    work.outgoing.audit({
      operation: operatorRoute ?? operation.route,
      objectId: typeof object.id === 'string' ? object.id : (call.path.id ?? null),
      status: operatorRoute?.startsWith('POST') ? 201 : success,
      at: runtime.clock.now(),
      schema: operation.returns,
      answer: answerOfProposal(operation.route, body),
    })
  const text = object === written?.object ? written.text : JSON.stringify(object)
  return { result: { object, text }, answer: text }
}

const documentAnswer = ({ type, content, name }: DocumentAnswer): Answer => ({
  object: null,
  text: [content],
  headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"`, vary: 'accept' },
})

/** Asks other services before the handler begins; no lock or connection is held meanwhile. */
async function checkOthers(
  { operation, deletes }: Route,
  { path, requestId }: Call,
  body: unknown,
  caller: Caller,
  runtime: SchoolRuntime,
): Promise<void> {
  const scope = { school: caller.school, requestId }
  const references = referencePlaces(operation)
  if (references.length) await checkReferences(references, body, runtime, { scope, caller })
  if (deletes) await refuseReferenced(deletes.kind, path[deletes.parameter]!, runtime, scope)
}

function queryOf({ operation }: Route, { query }: Call, caller: Caller, cursors: Cursors): ListQuery | null {
  if (!operation.list) return null
  return readListQuery(query, {
    spec: operation.list,
    item: operation.returns,
    cursors,
    school: caller.school,
    route: operation.route,
  })
}

function writeList(
  { operation, implementation }: Route,
  page: RowPage<{ id: string }>,
  {
    query,
    cursors,
    large,
    ...context
  }: ExpandContext<unknown> & { query: ListQuery; cursors: Cursors; large: LargeAnswer },
): Promise<string | Buffer[]> {
  const { warnings, sort, goesOn, feedPosition } = query
  const fields = fieldsOf(query.fields)
  const related = relatedOf(query.expand, operation.list!, implementation.expand, {
    ...context,
    fields,
    warnings,
  })
  const seal = (position: string[]) => cursors.seal(position, context.caller.school, operation.route, sort)
  return listAnswer(page, { operation, fields, related, warnings, goesOn, feedPosition, seal, large })
}

function headersOf(requestId: string, answer: unknown): Headers {
  const version = (answer as { version?: unknown } | null)?.version
  return { 'x-request-id': requestId, ...(typeof version === 'number' ? { etag: `"v${version}"` } : {}) }
}
