// The messages of a unit of work: events and one audit record, stored as outbox rows in the same transaction.

import type { EventRef, Id } from '@lms/contract'
import {
  common,
  type EventType,
  formatTime,
  isId,
  maxEventBytes,
  newId,
  type Prefix,
  prefixes,
  prefixOf,
  Refused,
} from '@lms/contract'
import { auditSubject, eventSubject, invalidationSubject } from '@lms/events'
import type { Step, Value } from '../database/batch.ts'
import { statement, textArray } from '../database/statements.ts'
import { checkDeclared, pickDeclared } from '../kernel/declared-fields.ts'
import type { Changed } from './audit-changes.ts'
import { type Audited, auditRecordOf, maxNoted } from './audit-record.ts'
import type { Origin } from './origin.ts'

/** The request to which something is traced, and the event that caused it. */
export interface Follows {
  requestId: string
  causeId: string | null
}

/** An event of a piece of work, and the person it is about. */
export interface Emitted extends EventRef {
  user_id: string | null
}

interface OutboxRow {
  id: string
  subject: string
  payload: string
  /** The request to which it is traced. */
  request: string
}

/** The declared fields of an object, and their JSON text. */
export interface Written {
  object: Record<string, unknown>
  text: string
}

const columns = ['id', 'school_id', 'subject', 'payload', 'request_id', 'created_at'] as const

export class Outgoing {
  readonly #service: string
  readonly #school: string
  readonly #origin: Origin
  readonly #emits: readonly EventType[] | null
  #rows: OutboxRow[] = []
  readonly #emitted: Emitted[] = []
  /** Objects that were changed, before and after. */
  readonly #changed = new Map<string, Changed>()
  /** Whether the work brings in what was elsewhere before. */
  #isImport: boolean
  /** The objects of events, as they were written. */
  readonly #written = new Map<object, Written & { declared: EventType['object'] }>()

  /** `emits` are the declared events; null allows any. */
  constructor(service: string, school: string, origin: Origin, emits: readonly EventType[] | null = null) {
    this.#service = service
    this.#school = school
    this.#origin = origin
    this.#emits = emits
    this.#isImport = origin.isImport ?? false
  }

  /** Marks the work as part of an import: its events carry `data.imported`, and those that follow from them. */
  asImport(): void {
    this.#isImport = true
  }
  get isImport(): boolean {
    return this.#isImport
  }

  get hasEvents(): boolean {
    return this.#rows.length > 0
  }
  /** The emitted events, without messages between services. */
  get emitted(): readonly Emitted[] {
    return this.#emitted
  }
  get eventIds(): string[] {
    return this.#emitted.map(({ id }) => id)
  }

  /**
   * Emits an event. `previous` is the object before; the envelope gets only its changed fields, and nothing if that
   * would be too large. An object identical to `previous`, as `save` returns it without a change, emits nothing.
   * Related ids come from the object and from `related`. `follows` is what it follows from, where the work does more than
   * that. Refuses an object that is too large by itself.
   */
  emit(
    event: EventType,
    object: Record<string, unknown>,
    {
      previous,
      related = {},
      follows = this.#origin,
    }: {
      previous?: Record<string, unknown> | undefined
      related?: Record<string, string | null>
      follows?: Follows | undefined
    } = {},
  ): void {
    if (previous === object) return
    if (this.#emits && !this.#emits.includes(event))
      throw new Error(`${event.type} is emitted, but the operation does not declare it`)
    checkDeclared(event.object, object, `the event ${event.type}`)
    const { caller, now } = this.#origin
    const { causeId, requestId: request } = follows
    const id = newId('evt')
    // A calling service is no actor: it acts for somebody outside.
    const actor = caller?.user ?? (caller?.key.startsWith('service_') ? null : caller?.key)
    const links = {
      ...relatedOf(event, object, related),
      ...(actor ? { actor_id: actor } : {}),
      ...(causeId ? { cause_id: causeId } : {}),
    }
    const visible = pickDeclared(event.object, object)
    const text = JSON.stringify(visible)
    this.#written.set(object, { declared: event.object, object: visible, text })
    const before = previous && JSON.stringify(changed(event.object, { previous, object, shown: visible }))
    const head = JSON.stringify({ id, type: event.type, created_at: formatTime(now), api_version: 'v1' })
    const tail = JSON.stringify(
      Object.fromEntries(Object.entries(links).filter(([, value]) => value !== null)),
    )
    const mark = this.#isImport ? ',"imported":true' : ''
    const envelope = (more: string) =>
      `${head.slice(0, -1)},"data":{"object":${text}${more}${mark}},"related":${tail}}`
    let payload = envelope(before ? `,"previous":${before}` : '')
    if (before && isTooLarge(payload)) payload = envelope('')
    if (isTooLarge(payload)) throw new Refused(common.event_too_large)
    this.#rows.push({ id, subject: eventSubject(this.#school, event.type), payload, request })
    const { user_id } = links as { user_id?: string | null }
    this.#emitted.push({ id: id as Id<'evt'>, type: event.type, user_id: user_id ?? null })
  }

  /** An object that an event contains in this form; null for another one. An answer need not write it again. */
  written(declared: EventType['object'], object: object): Written | null {
    const cached = this.#written.get(object)
    return cached?.declared === declared ? cached : null
  }

  /**
   * Tells gateways and other services that a cached fact about the school is no longer true. It does not enter the
   * journal.
   */
  invalidate(fact: { kind: string; id?: string; host?: string; status?: string }): void {
    const subject = invalidationSubject(this.#school, this.#service)
    const { requestId: request } = this.#origin
    this.#rows.push({ id: newId('evt'), subject, payload: JSON.stringify(fact), request })
  }

  /** Notes that an object is saved as another one than it was, for the audit record of the operation. */
  noteChange(id: string, before: object, after: object, hidden: ReadonlySet<string>): void {
    const earlier = this.#changed.get(id)
    if (earlier) earlier.after = after as Changed['after']
    else if (this.#changed.size < maxNoted)
      this.#changed.set(id, { before: before as Changed['before'], after: after as Changed['after'], hidden })
  }

  /** Adds the audit record of an operation that ended at `at`, with the events emitted so far. */
  audit(audited: Audited): void {
    const { objectId } = audited
    const record = auditRecordOf(audited, {
      ...{ school: this.#school, service: this.#service, origin: this.#origin, eventIds: this.eventIds },
      changed: objectId === null ? null : (this.#changed.get(objectId) ?? null),
    })
    const subject = auditSubject(this.#school, this.#service)
    const request = this.#origin.requestId
    this.#rows.push({ id: record.id, subject, payload: JSON.stringify(record), request })
  }

  /** The insert of all rows, as one statement, in the order of their emission. */
  steps(schema: string): Step[] {
    const rows = this.#rows
    if (rows.length === 0) return []
    const created = formatTime(this.#origin.now)
    if (rows.length <= maxTuples) {
      const values: Value[] = rows.flatMap(({ id, subject, payload, request }) => [
        id,
        this.#school,
        subject,
        payload,
        request,
        created,
      ])
      return [{ statement: insertOf(schema, rows.length), values }]
    }
    const names = ['id', 'subject', 'payload', 'request'] as const
    const values = [...names.map(name => textArray(rows.map(row => row[name]))), this.#school, created]
    return [{ statement: insertMany(schema), values }]
  }
}

/**
 * Up to this number rows are written as tuples, beyond it as arrays, so that few forms of the statement are prepared.
 */
const maxTuples = 8
const inserts = new Map<string, ReturnType<typeof statement>>()
function insertOf(schema: string, rows: number) {
  const key = `${schema} ${rows}`
  let cached = inserts.get(key)
  if (!cached) {
    const tuple = (row: number) =>
      `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`
    const tuples = Array.from({ length: rows }, (_, row) => tuple(row)).join(', ')
    cached = statement(`insert into "${schema}".outbox (${columns.join(', ')}) values ${tuples}`)
    inserts.set(key, cached)
  }
  return cached
}

const insertMany = (schema: string) =>
  statement(`insert into "${schema}".outbox (${columns.join(', ')})
    select r.id, $5, r.subject, r.payload, r.request, $6::timestamptz
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as r (id, subject, payload, request, place)
    order by r.place`)

/** Under which name an object relates its own id; null for one that is composed of several, which is no id of a kind. */
function ownKeyOf(id: unknown): string | null {
  const prefix = typeof id === 'string' ? prefixOf(id) : undefined
  const kind = prefix && prefixes[prefix as Prefix]
  return kind && isId(prefix as Prefix, id as string) ? `${kind.replaceAll(' ', '_')}_id` : null
}

/** The related ids of an event: those given, the object's own id by its kind, and its fields of these names. */
function relatedOf(
  { type, related }: EventType,
  object: Record<string, unknown>,
  relatedIds: Record<string, string | null>,
): Record<string, unknown> {
  const own = ownKeyOf(object.id)
  const idOf = (key: string) => {
    if (Object.hasOwn(relatedIds, key)) return relatedIds[key]
    if (key === own) return object.id
    if (!Object.hasOwn(object, key))
      throw new Error(`${type} has the related id ${key}, which its object lacks`)
    return object[key]
  }
  return Object.fromEntries(related.map(key => [key, idOf(key)]))
}

// Most objects are so short that no character can make them too large: these are not measured.
const isTooLarge = (payload: string) =>
  payload.length * 3 > maxEventBytes && Buffer.byteLength(payload) > maxEventBytes

/** The previous values of changed fields. Most fields are the very same value, which needs no comparison of texts. */
function changed(
  declared: EventType['object'],
  { previous, object, shown: visible }: Record<'previous' | 'object' | 'shown', Record<string, unknown>>,
) {
  const before = pickDeclared(declared, previous)
  const differs = (name: string) =>
    previous[name] !== object[name] && JSON.stringify(before[name]) !== JSON.stringify(visible[name])
  const names = Object.keys(before).filter(
    name => name !== 'updated_at' && name !== 'version' && differs(name),
  )
  return Object.fromEntries(names.map(name => [name, before[name]]))
}
