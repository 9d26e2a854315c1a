// The whole way of one request as a tree: what it changed, the events that told of it, and what became of them.
// It is put together from durable rows of all services, so it can be asked for weeks later.
import { type AnswerOf, ApiError, id, text, timestamp } from '@lms/contract'
import { AuditMessage, auditDoor } from '@lms/service/contract'
import { house } from '@lms/service-host/front'
import { Attempt, Delivery, journal } from '@lms/webhooks/contract'
import { z } from 'zod'
import type { Ask } from '../known/siblings.ts'

const TracedEvent = z.object({
  id: id('evt'),
  school_id: id('sch'),
  type: text(100),
  created_at: timestamp(),
  state: z
    .enum(['waiting', 'published', 'journaled'])
    .describe('In the outbox of its service, on its way to the journal, or in the journal.'),
  sequence: z.int().nullable().describe('Its number in the journal of the school.'),
  deliveries: z.array(Delivery.extend({ school_id: id('sch'), attempts: z.array(Attempt) })),
})
type TracedEvent = z.infer<typeof TracedEvent>

export const Trace = z.object({
  request_id: z.string(),
  transactions: z
    .array(AuditMessage.omit({ event_ids: true }).extend({ events: z.array(TracedEvent) }))
    .describe('What was changed, service by service, with the events each change told.'),
  events: z.array(TracedEvent).describe('Events of the request that no change names: reactions told them.'),
  away: z.array(z.string()).describe('Services that did not answer: their part is missing.'),
})
export type Trace = z.infer<typeof Trace>

type Outbox = AnswerOf<typeof house.trace>
/** What the services have of a request; what could not be had is empty. */
export interface Gathered {
  records: AnswerOf<typeof auditDoor.trace>['records']
  journal: AnswerOf<typeof journal.trace>
  outboxes: Outbox[]
  away: string[]
}

/** Asks every service what it has of the request. */
export async function gather(requestId: string, services: readonly string[], ask: Ask): Promise<Gathered> {
  const away = new Set<string>()
  const path = { requestId }
  const scope = { school: null, requestId }
  const part = async <T>(service: string, missing: T, answer: () => Promise<T>): Promise<T> => {
    if (!services.includes(service)) return missing
    return answer().catch(error => {
      // A service refuses an id that cannot be one; that is an answer.
      if (!(error instanceof ApiError && error.status === 404)) away.add(service)
      return missing
    })
  }
  const [records, journaled, outboxes] = await Promise.all([
    part('service', [], async () => {
      return (await ask('service', { auditDoor }, scope).auditDoor.trace({ path })).records
    }),
    part('webhooks', { events: [], deliveries: [] }, () =>
      ask('webhooks', { journal }, scope).journal.trace({ path }),
    ),
    Promise.all(
      services.map(name =>
        part<Outbox>(name, { service: name, outbox: [] }, () =>
          ask(name, { house }, scope).house.trace({ path }),
        ),
      ),
    ),
  ])
  return { records, journal: journaled, outboxes, away: [...away].sort() }
}

/** A client may use one id for many requests; so many of them are followed. */
const mostRequests = 20

/**
 * What all services have of a request, also where it is named by the id that the client gave itself: only audit
 * records know that one, the other rows go by ours.
 */
export async function follow(requestId: string, services: readonly string[], ask: Ask): Promise<Gathered> {
  const asked = await gather(requestId, services, ask)
  const ours = [...new Set(asked.records.map(record => record.request_id))]
  if (ours.every(id => id === requestId)) return asked
  const each = await Promise.all(ours.slice(0, mostRequests).map(id => gather(id, services, ask)))
  return {
    records: each.flatMap(({ records }) => records),
    journal: {
      events: each.flatMap(({ journal }) => journal.events),
      deliveries: each.flatMap(({ journal }) => journal.deliveries),
    },
    outboxes: each.flatMap(({ outboxes }) => outboxes),
    away: [...new Set(each.flatMap(({ away }) => away))].sort(),
  }
}

/** The tree of what was gathered. */
export function treeOf(requestId: string, { records, journal, outboxes, away }: Gathered): Trace {
  const events = new Map<string, TracedEvent>()
  for (const message of outboxes.flatMap(({ outbox }) => outbox)) {
    const [kind, , ...type] = message.subject.split('.')
    if (kind !== 'events') continue
    const state = message.published_at ? 'published' : 'waiting'
    events.set(message.id, { ...blank(message, type.join('.')), state })
  }
  for (const event of journal.events) {
    const deliveries = journal.deliveries.filter(({ event_id }) => event_id === event.id)
    events.set(event.id, {
      ...blank(event, event.type),
      state: 'journaled',
      sequence: event.sequence,
      deliveries,
    })
  }
  const transactions = records.map(({ event_ids, ...record }) => {
    const told = event_ids.flatMap(id => events.get(id) ?? [])
    for (const { id } of told) events.delete(id)
    return { ...record, events: told }
  })
  return { request_id: requestId, transactions, events: [...events.values()], away }
}

const blank = (
  { id, school_id, created_at }: { id: string; school_id: string; created_at: string },
  type: string,
): TracedEvent => ({
  id: id as TracedEvent['id'],
  school_id: school_id as TracedEvent['school_id'],
  type,
  created_at,
  state: 'waiting',
  sequence: null,
  deliveries: [],
})
