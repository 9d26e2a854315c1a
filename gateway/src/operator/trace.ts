// The whole way of one request as a tree: its answer, its changes, their events, the reactions to these, every delivery, and
// the requests that followed from a question to the agent. Assembled from stored rows of all services, so it works for weeks.
import { id, text, timestamp } from '@lms/contract'
import { TracedEffect } from '@lms/scenarios/contract'
import { AuditMessage, RequestRecord } from '@lms/service/contract'
import { TracedTask } from '@lms/service-host/front'
import { TracedConfirmation } from '@lms/users/contract'
import { Attempt, Delivery } from '@lms/webhooks/contract'
import { z } from 'zod'
import type { Gathered } from './trace-gather.ts'

const TracedEvent = z.object({
  id: id('evt'),
  school_id: id('sch'),
  type: text(100),
  created_at: timestamp(),
  state: z
    .enum(['waiting', 'journaled'])
    .describe('In the outbox of its service, on its way to the journal; or in the journal.'),
  sequence: z.int().nullable().describe('Its sequence in the journal of the school.'),
  cause_id: id('evt').nullable().describe('The event whose reaction emitted this one.'),
  reactions: z
    .array(z.object({ service: z.string(), reaction: z.string(), handled_at: timestamp().nullable() }))
    .describe('The consumers that process it, and when each did; kept for ten days.'),
  deliveries: z.array(Delivery.extend({ school_id: id('sch'), attempts: z.array(Attempt) })),
})
type TracedEvent = z.infer<typeof TracedEvent>

export const Trace = z.object({
  request_id: z.string(),
  requests: z
    .array(RequestRecord)
    .describe('The gateway’s records: requests that failed, were slow, or asked to be recorded.'),
  transactions: z
    .array(AuditMessage.omit({ event_ids: true }).extend({ events: z.array(TracedEvent) }))
    .describe('The changes by service, with the events that each emitted.'),
  confirmations: z
    .array(TracedConfirmation)
    .describe('Proposals of the agent that these requests made or answered.'),
  events: z.array(TracedEvent).describe('Events of the request without a change: reactions emitted them.'),
  effects: z
    .array(TracedEffect)
    .describe('What scenarios did to people whom these requests, or their events, let enter.'),
  tasks: z
    .array(TracedTask.extend({ service: z.string() }))
    .describe('Tasks of the request that are not done yet, or failed for good.'),
  away: z.array(z.string()).describe('Services that did not answer, so that their part is missing.'),
})
export type Trace = z.infer<typeof Trace>

/** The tree of the collected records. */
export function treeOf(requestId: string, gathered: Gathered): Trace {
  const events = eventsOf(gathered)
  const transactions = gathered.records.map(({ event_ids, ...record }) => {
    const emitted = event_ids.flatMap(id => events.get(id) ?? [])
    for (const { id } of emitted) events.delete(id)
    return { ...record, events: emitted }
  })
  const { requests, confirmations, effects, tasks, away: unavailable } = gathered
  const remaining = [...events.values()]
  return {
    request_id: requestId,
    requests,
    transactions,
    confirmations,
    events: remaining,
    effects,
    tasks,
    away: unavailable,
  }
}

function eventsOf({ journal, outboxes, reactions }: Gathered): Map<string, TracedEvent> {
  const events = new Map<string, TracedEvent>()
  for (const event of outboxes)
    events.set(event.id, {
      ...event,
      state: 'waiting',
      sequence: null,
      cause_id: null,
      reactions: [],
      deliveries: [],
    })
  for (const event of journal.events) {
    const deliveries = journal.deliveries.filter(({ event_id }) => event_id === event.id)
    events.set(event.id, { ...event, state: 'journaled', reactions: [], deliveries })
  }
  for (const { event_id, ...reaction } of reactions) events.get(event_id)?.reactions.push(reaction)
  return events
}
