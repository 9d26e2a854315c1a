// The record of an operation, for the audit log.
import { type AuditChange, type AuditWay, formatTime, newId } from '@lms/contract'
import type { z } from 'zod'
import { type Changed, changesOf } from './audit-changes.ts'
import type { Origin } from './origin.ts'

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
  /** Who of the platform team did it. */
  operator: string | null
  status: number
  /** How it was done. */
  way: AuditWay
  /** The answer that a person gave to a proposal. */
  answer: 'yes' | 'no' | null
  changes: AuditChange[]
  request_id: string
  client_request_id: string | null
  event_ids: string[]
  duration_ms: number
  created_at: string
}

/** The operation, and when it ended. Without a caller it was the platform team. */
export interface Audited {
  operation: string
  objectId: string | null
  /** The status of the answer. */
  status: number
  /** When it began, where that was before this piece of work. */
  since?: Date
  /** The schema of the object, which declares what of it is personal. */
  schema?: z.ZodType | null
  /** The answer that a person gave to a proposal. */
  answer?: 'yes' | 'no' | null
  /** How it was done, where the caller does not tell. */
  way?: AuditWay
  at: Date
}

// The record is one message of the bus; the other events of the request are found by its id.
const maxAuditedEvents = 1000

/** Changed objects of one piece of work that are noted: the record is about one of them. */
export const maxNoted = 50

/** How the caller of a piece of work came to it. */
function wayOf({ caller, operator = null }: Origin): AuditWay {
  if (operator !== null) return 'platform'
  if (!caller || caller.key.startsWith('service_')) return 'system'
  if (caller.way) return caller.way
  return caller.kind === 'session' ? 'console' : caller.kind === 'agent' ? 'agent' : 'api'
}

/** What the piece of work knows besides. */
interface Around {
  readonly school: string
  readonly service: string
  readonly origin: Origin
  readonly eventIds: readonly string[]
  readonly changed: Changed | null
}

export function auditRecordOf(
  { operation, objectId, status, at, ...rest }: Audited,
  { school, service, origin, eventIds, changed }: Around,
): AuditRecord {
  const { since = origin.now, schema = null, answer = null, way = wayOf(origin) } = rest
  const { operator = null, requestId, clientRequestId } = origin
  // The platform team acts through the gateway, which has no key and no role in the school.
  const caller = operator === null ? origin.caller : null
  // A program has neither key nor role in the school.
  const isProgram = caller?.key.startsWith('service_') ?? false
  return {
    id: newId('aud'),
    school_id: school,
    service,
    operation,
    object_id: objectId,
    key_id: isProgram ? null : (caller?.key ?? null),
    actor_user_id: caller?.user ?? null,
    role: isProgram ? null : (caller?.role ?? 'platform'),
    operator,
    status,
    way,
    answer,
    changes: changed ? changesOf(changed, schema) : [],
    request_id: requestId,
    client_request_id: clientRequestId,
    event_ids: eventIds.slice(0, maxAuditedEvents),
    duration_ms: Math.max(0, at.getTime() - since.getTime()),
    created_at: formatTime(at),
  }
}
