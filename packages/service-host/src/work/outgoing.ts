// What a unit of work tells the world: events and one audit record, kept as outbox rows in the same transaction.

import type { Caller } from '@lms/contract'
import {
  common,
  type EventType,
  formatTime,
  mostEventBytes,
  newId,
  type Prefix,
  prefixes,
  prefixOf,
  Refused,
} from '@lms/contract'
import { auditSubject, eventSubject, invalidationSubject } from '@lms/events'
import type { Step, Value } from '../database/batch.ts'
import { statement, textArray } from '../database/statements.ts'
import { checkDeclared, pickDeclared } from '../kernel/declared.ts'

/** Who and what a piece of work is for. */
export interface Origin {
  requestId: string
  clientRequestId: string | null
  /** The event that caused the work, for reactions. */
  causeId: string | null
  caller: Caller | null
  now: Date
}

export interface AuditRecord {
  id: string
  school_id: string
  service: string
  /** Route template of the operation: `POST /v1/orders/{id}/cancel`. */
  operation: string
  object_id: string | null
  key_id: string | null
  actor_user_id: string | null
  role: string | null
  status: number
  request_id: string
  client_request_id: string | null
  event_ids: string[]
  duration_ms: number
  created_at: string
}

/** What was done, and when it ended. Without a caller it was the platform team. */
export interface Audited {
  operation: string
  objectId: string | null
  /** The status of the answer. */
  status: number
  at: Date
}

// The record is one message of the bus; all events of the request are found by its id besides.
const mostAuditedEvents = 1000

interface OutboxRow {
  id: string
  subject: string
  payload: string
}

const columns = ['id', 'school_id', 'subject', 'payload', 'request_id', 'created_at'] as const

export class Outgoing {
  readonly #service: string
  readonly #school: string
  readonly #origin: Origin
  readonly #emits: readonly EventType[] | null
  #rows: OutboxRow[] = []

  /** `emits` are the events that may be told; null for any. */
  constructor(service: string, school: string, origin: Origin, emits: readonly EventType[] | null = null) {
    this.#service = service
    this.#school = school
    this.#origin = origin
    this.#emits = emits
  }

  get hasEvents(): boolean {
    return this.#rows.length > 0
  }
  /** The events told; messages between services are none. */
  get eventIds(): string[] {
    return this.#rows.filter(({ subject }) => subject.startsWith('events.')).map(({ id }) => id)
  }

  /**
   * Tells an event. `previous` is the object before; only what changed of it goes into the envelope, and where that
   * would be too large nothing of it. Of an object that is the one before itself, as `save` gives it back unchanged,
   * nothing is told. The ids that the event relates are the object's own, besides those in `related`. Refuses an object
   * that is too large by itself.
   */
  emit(
    event: EventType,
    object: Record<string, unknown>,
    {
      previous,
      related = {},
    }: { previous?: Record<string, unknown> | undefined; related?: Record<string, string | null> } = {},
  ): void {
    if (previous === object) return
    if (this.#emits && !this.#emits.includes(event))
      throw new Error(`${event.type} is emitted, but the operation does not declare it`)
    checkDeclared(event.object, object, `the event ${event.type}`)
    const { caller, causeId, now } = this.#origin
    const id = newId('evt')
    // A service that calls is no actor: it does what somebody outside asked for.
    const actor = caller?.user ?? (caller?.key.startsWith('service_') ? null : caller?.key)
    const links = {
      ...relatedOf(event, object, related),
      ...(actor ? { actor_id: actor } : {}),
      ...(causeId ? { cause_id: causeId } : {}),
    }
    const after = pickDeclared(event.object, object)
    const envelope = (data: object) =>
      JSON.stringify({
        id,
        type: event.type,
        created_at: formatTime(now),
        api_version: 'v1',
        data,
        related: Object.fromEntries(Object.entries(links).filter(([, value]) => value !== null)),
      })
    const before = previous && changed(pickDeclared(event.object, previous), after)
    let payload = envelope({ object: after, ...(before ? { previous: before } : {}) })
    if (before && isTooLarge(payload)) payload = envelope({ object: after })
    if (isTooLarge(payload)) throw new Refused(common.event_too_large)
    this.#rows.push({ id, subject: eventSubject(this.#school, event.type), payload })
  }

  /** Tells gateways and siblings that something they remember of the school is no longer true. It enters no journal. */
  invalidate(fact: { kind: string; id?: string; host?: string; status?: string }): void {
    const subject = invalidationSubject(this.#school, this.#service)
    this.#rows.push({ id: newId('evt'), subject, payload: JSON.stringify(fact) })
  }

  /** Tells the audit log what was done, `at` its end, with the events told so far. */
  audit({ operation, objectId, status, at }: Audited): void {
    const { caller, requestId, clientRequestId, now } = this.#origin
    const record: AuditRecord = {
      id: newId('aud'),
      school_id: this.#school,
      service: this.#service,
      operation,
      object_id: objectId,
      key_id: caller?.key ?? null,
      actor_user_id: caller?.user ?? null,
      role: caller?.role ?? 'platform',
      status,
      request_id: requestId,
      client_request_id: clientRequestId,
      event_ids: this.eventIds.slice(0, mostAuditedEvents),
      duration_ms: Math.max(0, at.getTime() - now.getTime()),
      created_at: formatTime(at),
    }
    const subject = auditSubject(this.#school, this.#service)
    this.#rows.push({ id: record.id, subject, payload: JSON.stringify(record) })
  }

  /** The insert of all rows, as one statement, in the order in which they were told. */
  steps(schema: string): Step[] {
    const rows = this.#rows
    if (rows.length === 0) return []
    const created = formatTime(this.#origin.now)
    if (rows.length <= mostTuples) {
      const values: Value[] = rows.flatMap(({ id, subject, payload }) => [
        id,
        this.#school,
        subject,
        payload,
        this.#origin.requestId,
        created,
      ])
      return [{ statement: insertOf(schema, rows.length), values }]
    }
    const lists = (['id', 'subject', 'payload'] as const).map(name => textArray(rows.map(row => row[name])))
    const values = [...lists, this.#school, this.#origin.requestId, created]
    return [{ statement: insertMany(schema), values }]
  }
}

/** So many rows are written out as tuples; more go as arrays, so that few forms of the statement are prepared. */
const mostTuples = 8
const inserts = new Map<string, ReturnType<typeof statement>>()
function insertOf(schema: string, rows: number) {
  const key = `${schema} ${rows}`
  let found = inserts.get(key)
  if (!found) {
    const tuple = (row: number) =>
      `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`
    const tuples = Array.from({ length: rows }, (_, row) => tuple(row)).join(', ')
    found = statement(`insert into "${schema}".outbox (${columns.join(', ')}) values ${tuples}`)
    inserts.set(key, found)
  }
  return found
}

const insertMany = (schema: string) =>
  statement(`insert into "${schema}".outbox (${columns.join(', ')})
    select r.id, $4, r.subject, r.payload, $5, $6::timestamptz
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as r (id, subject, payload, place)
    order by r.place`)

/** The ids that an event relates: those given, the object's own id by its kind, and its fields of these names. */
function relatedOf(
  { type, related }: EventType,
  object: Record<string, unknown>,
  given: Record<string, string | null>,
): Record<string, unknown> {
  const kind = typeof object.id === 'string' ? prefixes[prefixOf(object.id) as Prefix] : undefined
  const own = kind && `${kind.replaceAll(' ', '_')}_id`
  const idOf = (key: string) => {
    if (Object.hasOwn(given, key)) return given[key]
    if (key === own) return object.id
    if (!Object.hasOwn(object, key))
      throw new Error(`${type} has the related id ${key}, which its object lacks`)
    return object[key]
  }
  return Object.fromEntries(related.map(key => [key, idOf(key)]))
}

// Most are so short that no character can make them too large: these are not measured.
const isTooLarge = (payload: string) =>
  payload.length * 3 > mostEventBytes && Buffer.byteLength(payload) > mostEventBytes

/** The fields of before that differ after: what a receiver needs to see what changed. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>) {
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const names = Object.keys(before).filter(
    name => name !== 'updated_at' && name !== 'version' && differs(name),
  )
  return Object.fromEntries(names.map(name => [name, before[name]]))
}
