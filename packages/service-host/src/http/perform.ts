// One request to one operation, from its checks to the written answer: the unit of work around the handler, the audit
// record, the idempotent replay.
import {
  type Caller,
  classes,
  formatTime,
  listBounds,
  newId,
  type Operation,
  type Prefix,
  Refused,
} from '@lms/contract'
import type { RowPage } from '../database/read-page.ts'
import type { Cursors } from '../list/cursor.ts'
import type { ListQuery } from '../list/list-query.ts'
import { readListQuery } from '../list/read-list-query.ts'
import type { Implementation, Input } from '../service.ts'
import { AnsweredBefore, isUsed } from '../work/idempotency.ts'
import type { Runtime } from '../work/runtime.ts'
import { UnitOfWork } from '../work/unit-of-work.ts'
import { type Headers, send } from './answer.ts'
import { bodyOf, type Call, callerOf, checkPath, claimOf, ifMatchOf } from './checks.ts'
import { type ExpandContext, relatedOf } from './expand.ts'
import { fieldsOf } from './fields.ts'
import { itemOf, listAnswer } from './list-answer.ts'
import { checkReferences, type ReferencePlace, refuseNamed } from './references.ts'
import { tellsUnread, withoutUnread } from './unread.ts'

export interface Route {
  operation: Operation
  name: string
  implementation: Implementation
  stores: new (work: UnitOfWork) => unknown
  /** The name in the path of the object that If-Match is about. */
  versioned: string | null
  /** Where the body names objects of other services. */
  references: readonly ReferencePlace[]
  /** The kind of object that it deletes, where other services name such. */
  deletes: Prefix | null
}

/** Performs the operation and writes the answer; throws what is to be answered as an error. */
export async function perform(route: Route, call: Call, runtime: Runtime, cursors: Cursors): Promise<void> {
  const { operation } = route
  const caller = callerOf(operation, call.identity)
  checkPath(operation, call.path)
  const { raw, body } = await bodyOf(operation, call.request)
  const claim = claimOf(runtime, operation, call, caller, raw)
  const now = runtime.clock.now()
  const { requestId, clientRequestId } = call
  const database = runtime.database.of(caller.school)
  const work = new UnitOfWork({
    database,
    schema: runtime.service,
    school: caller.school,
    origin: { requestId, clientRequestId, causeId: null, caller, now },
    claim,
    ifMatch: classes[operation.class].changes ? ifMatchOf(call, route.versioned) : null,
    deadlineMs: operation.list ? (runtime.config.databaseListMs ?? listBounds.seconds * 1000) : null,
  })
  try {
    const query = queryOf(route, call, caller, cursors)
    const stores = new route.stores(work)
    const input = inputOf(route, call, { body, caller, query, work, runtime })
    await checkOthers(route, call, body, caller, runtime)
    const handled = await route.implementation.handlers[route.name]!(input as never, stores)
    work.refuseUncheckedVersion()
    const whole = operation.list ? null : itemOf(operation, handled as object)
    const answer = whole && tellsUnread(operation, caller) ? withoutUnread(whole, body) : whole
    if (classes[operation.class].changes && work.hasWrites) audit(route, call, caller, work, runtime, answer!)
    const text = answer
      ? JSON.stringify(answer)
      : await writeList(route, handled as RowPage<{ id: string }>, {
          query: query!,
          cursors,
          caller,
          stores,
          runtime,
          requestId,
        })
    await work.finish(text)
    if (work.hasWrites) {
      runtime.poke()
      runtime.spending.add(caller.school, work.cost)
    }
    send(call.response, classes[operation.class].success, text, headersOf(requestId, answer))
  } catch (thrown) {
    const error = await work.abandon(thrown)
    const kept = claim && mayBeReplay(error) ? await claim.replay(database) : null
    if (kept === null) throw error
    send(call.response, classes[operation.class].success, kept, {
      ...headersOf(requestId, JSON.parse(kept)),
      'idempotent-replayed': 'true',
    })
  }
}

// The claim says that the key was used; and a refusal may only mean that the first request has had its effect.
const mayBeReplay = (error: unknown) =>
  isUsed(error) || error instanceof AnsweredBefore || (error instanceof Refused && error.refusal.status < 500)

/** What other services have to say before the handler begins; nothing is held meanwhile. */
async function checkOthers(
  { references, deletes }: Route,
  { path, requestId }: Call,
  body: unknown,
  { school }: Caller,
  runtime: Runtime,
): Promise<void> {
  if (references.length) await checkReferences(references, body, runtime, { school, requestId })
  if (deletes) await refuseNamed(deletes, path.id!, runtime, { school, requestId })
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

function inputOf(
  { operation }: Route,
  { path, request: { headers } }: Call,
  {
    body,
    caller,
    query,
    work,
    runtime,
  }: { body: unknown; caller: Caller; query: ListQuery | null; work: UnitOfWork; runtime: Runtime },
): Input<Operation> {
  const tell: Input<Operation>['tell'] = (event, object, extra) => {
    if (!operation.emits.includes(event))
      throw new Error(`${operation.route} tells ${event.type}, which it does not declare`)
    work.outgoing.tell(event, object as Record<string, unknown>, extra as never)
  }
  return {
    path: path as never,
    body: body as never,
    query: query as ListQuery,
    caller,
    client: { address: plainHeader(headers['x-forwarded-for']), agent: plainHeader(headers['user-agent']) },
    now: work.now,
    tell,
    work,
    runtime,
  }
}

const plainHeader = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null)

function writeList(
  { operation, implementation }: Route,
  page: RowPage<{ id: string }>,
  { query, cursors, ...context }: ExpandContext<unknown> & { query: ListQuery; cursors: Cursors },
): Promise<string> {
  const { warnings, sort, goesOn } = query
  const fields = fieldsOf(query.fields)
  const related = relatedOf(query.expand, operation.list!, implementation.expand, {
    ...context,
    fields,
    warnings,
  })
  const seal = (position: string[]) => cursors.seal(position, context.caller.school, operation.route, sort)
  return listAnswer(page, { operation, fields, related, warnings, goesOn, seal })
}

// The record is one message of the bus; all events of the request are found by its id besides.
const mostAuditedEvents = 1000

function audit(
  { operation }: Route,
  call: Call,
  caller: Caller,
  work: UnitOfWork,
  runtime: Runtime,
  answer: Record<string, unknown>,
) {
  const now = runtime.clock.now()
  work.outgoing.audit({
    id: newId('aud'),
    school_id: caller.school,
    service: runtime.service,
    operation: `${operation.method} ${operation.path}`,
    object_id: typeof answer.id === 'string' ? answer.id : (call.path.id ?? null),
    key_id: caller.key,
    actor_user_id: caller.user,
    role: caller.role,
    status: classes[operation.class].success,
    request_id: call.requestId,
    client_request_id: call.clientRequestId,
    event_ids: work.outgoing.eventIds.slice(0, mostAuditedEvents),
    duration_ms: Math.max(0, now.getTime() - work.origin.now.getTime()),
    created_at: formatTime(now),
  })
}

function headersOf(requestId: string, answer: unknown): Headers {
  const version = (answer as { version?: unknown } | null)?.version
  return { 'x-request-id': requestId, ...(typeof version === 'number' ? { etag: `"v${version}"` } : {}) }
}
