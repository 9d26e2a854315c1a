// Collects the services' records of a request.
import { type AnswerOf, ApiError, type ClientOf, type Id, type Resource } from '@lms/contract'
import { type TracedEffect, tracedEffects } from '@lms/scenarios/contract'
import {
  auditInternalApi,
  type RequestRecord,
  readAuditMessage,
  requestInternalApi,
} from '@lms/service/contract'
import { hostOperations } from '@lms/service-host/front'
import { agentTraces, type TracedConfirmation } from '@lms/users/contract'
import { journal } from '@lms/webhooks/contract'

/** An event in the outbox of its service, published or not. */
interface OutboxEvent {
  id: Id<'evt'>
  school_id: Id<'sch'>
  type: string
  created_at: string
}

type LeftTask = AnswerOf<typeof hostOperations.trace>['tasks'][number] & { service: string }

export interface Gathered {
  requests: RequestRecord[]
  records: AnswerOf<typeof auditInternalApi.trace>['records']
  journal: AnswerOf<typeof journal.trace>
  outboxes: OutboxEvent[]
  /** Tasks that are not done. */
  tasks: LeftTask[]
  /** Proposals of the agent that were made or answered. */
  confirmations: TracedConfirmation[]
  /** What scenarios did to people whom these requests let enter. */
  effects: TracedEffect[]
  reactions: (AnswerOf<typeof hostOperations.handled>['reactions'][number] & { service: string })[]
  /** Services whose part is missing. */
  away: string[]
}

/**
 * A client may use one id for many requests, and the agent makes many calls for one question; at most this many requests
 * are traced.
 */
const maxRequests = 40
const maxEvents = 1000

/**
 * Asks every service, also if the request is named by the client's own id: only audit records and records of requests
 * contain that one, other rows only ours. Requests that followed are traced, too: the agent names the question of its
 * calls as their client's id, and a proposal names the request that answered it.
 */
export async function gather(
  requestId: string,
  services: readonly string[],
  client: Asking['client'],
): Promise<Gathered> {
  const unavailable = new Set<string>()
  const asking: Asking = {
    services,
    client,
    part: async (service, missing, answer) => {
      if (!services.includes(service)) return missing
      return answer().catch(error => {
        // A service refuses a malformed id, which is an answer.
        if (!(error instanceof ApiError && error.status === 404)) unavailable.add(service)
        return missing
      })
    },
  }
  const partsById = new Map<string, Parts>()
  const confirmations = new Map<string, TracedConfirmation>()
  for (let next = [requestId]; next.length > 0; ) {
    const nextParts = await Promise.all(next.map(id => partsOf(id, asking)))
    for (const [index, id] of next.entries()) partsById.set(id, nextParts[index]!)
    for (const each of await confirmationsOf(next, joined(nextParts), asking))
      confirmations.set(each.id, each)
    const related = nextParts.flatMap(({ records, requests }) => [...records, ...requests.filter(mayChange)])
    const further = [
      ...related.map(({ request_id }) => request_id),
      ...[...confirmations.values()].flatMap(({ asked_in, answered_in }) => [asked_in, answered_in]),
    ]
    next = [...new Set(further)]
      .filter(id => id !== null && !partsById.has(id))
      .slice(0, maxRequests - partsById.size) as string[]
  }
  const parts = joined([...partsById.values()])
  const [effects, reactions] = await Promise.all([
    effectsOf([...partsById.keys()], parts, asking),
    reactionsTo(parts, asking),
  ])
  return {
    ...parts,
    confirmations: [...confirmations.values()],
    effects,
    reactions,
    away: [...unavailable].sort(),
  }
}

/** A request that reads leaves nothing but its record. */
const mayChange = ({ operation }: RequestRecord) => !operation.startsWith('GET ')

/** The proposals of the agent in these requests. Only its operations lead to any. */
async function confirmationsOf(
  request_ids: string[],
  { records, requests }: Parts,
  { client, part }: Asking,
): Promise<TracedConfirmation[]> {
  const schools = new Set(
    [...records, ...requests]
      .filter(({ operation }) => agentPath.test(operation))
      .map(({ school_id }) => school_id),
  )
  const own = request_ids.filter(id => /^[0-9a-f]{32}$/.test(id))
  const lookups = [...schools].map(school =>
    part('users', [], async () => {
      const { trace } = client('users', { agentTraces }, school).agentTraces
      return (await trace({ body: { request_ids: own } })).confirmations
    }),
  )
  return (await Promise.all(lookups)).flat()
}
const agentPath = / \/v1\/agent\/|\/mcp$/

/** What scenarios did, asked for in each school that the requests have changed. */
async function effectsOf(
  request_ids: string[],
  { records, journal, outboxes }: Parts,
  { client, part }: Asking,
): Promise<TracedEffect[]> {
  const schools = new Set([...records, ...journal.events, ...outboxes].map(({ school_id }) => school_id))
  const lookups = [...schools].map(school =>
    part('scenarios', [], async () => {
      const { list } = client('scenarios', { tracedEffects }, school).tracedEffects
      return (await list({ body: { request_ids } })).effects
    }),
  )
  return (await Promise.all(lookups)).flat()
}

interface Asking {
  services: readonly string[]
  /** A client of a service, for the platform team, or for a school. */
  client<T extends Record<string, Resource>>(service: string, resources: T, school?: string): ClientOf<T>
  /** The answer of a service, or a substitute for a missing one. */
  part<T>(service: string, missing: T, answer: () => Promise<T>): Promise<T>
}

type Parts = Omit<Gathered, 'reactions' | 'away' | 'confirmations' | 'effects'>

async function partsOf(requestId: string, { services, client, part }: Asking): Promise<Parts> {
  const path = { requestId }
  const [requests, auditRecords, journaled, pending] = await Promise.all([
    part('service', [], async () => {
      return (await client('service', { requestInternalApi }).requestInternalApi.trace({ path })).requests
    }),
    part('service', [], async () => {
      return (await client('service', { auditInternalApi }).auditInternalApi.trace({ path })).records
    }),
    part('webhooks', { events: [], deliveries: [] }, () =>
      client('webhooks', { journal }).journal.trace({ path }),
    ),
    Promise.all(
      services.map(name =>
        part(name, { service: name, outbox: [], tasks: [] }, () =>
          client(name, { hostOperations }).hostOperations.trace({ path }),
        ),
      ),
    ),
  ])
  const waiting = pending.flatMap(({ outbox }) => outbox)
  // A record on its way to the audit log is in the outbox; for a moment in both.
  const records = new Map([...waiting.flatMap(recordOf), ...auditRecords].map(record => [record.id, record]))
  return {
    requests,
    records: [...records.values()],
    journal: journaled,
    outboxes: waiting.flatMap(eventOf),
    tasks: pending.flatMap(({ service, tasks }) => tasks.map(task => ({ service, ...task }))),
  }
}

type Message = AnswerOf<typeof hostOperations.trace>['outbox'][number]

const recordOf = ({ payload }: Message): Gathered['records'] =>
  payload === null ? [] : [readAuditMessage(JSON.parse(payload))]

/** Messages between services are no events. */
function eventOf({ id, school_id, subject, created_at }: Message): OutboxEvent[] {
  const [kind, , ...type] = subject.split('.')
  if (kind !== 'events') return []
  const ids = { id: id as Id<'evt'>, school_id: school_id as Id<'sch'> }
  return [{ ...ids, type: type.join('.'), created_at }]
}

/** Two requests may have the same records: one of them named the other. */
const joined = (parts: readonly Parts[]): Parts => ({
  requests: once(parts.flatMap(({ requests }) => requests)),
  records: once(parts.flatMap(({ records }) => records)),
  journal: {
    events: once(parts.flatMap(({ journal }) => journal.events)),
    deliveries: once(parts.flatMap(({ journal }) => journal.deliveries)),
  },
  outboxes: once(parts.flatMap(({ outboxes }) => outboxes)),
  tasks: parts.flatMap(({ tasks }) => tasks),
})

/** Each object once, in the order of their ids: that of time. */
const once = <T extends { id: string }>(all: readonly T[]): T[] =>
  [...new Map(all.map(each => [each.id, each])).values()].sort((one, other) => (one.id < other.id ? -1 : 1))

async function reactionsTo(
  { journal, outboxes }: Parts,
  { services, client, part }: Asking,
): Promise<Gathered['reactions']> {
  const eventsById = new Map([...outboxes, ...journal.events].map(event => [event.id, event]))
  const events = [...eventsById.values()]
    .slice(0, maxEvents)
    .map(({ id, school_id, type }) => ({ id, school_id, type }))
  if (events.length === 0) return []
  const results = await Promise.all(
    services.map(service =>
      part(service, [], async () => {
        const { reactions } = await client(service, { hostOperations }).hostOperations.handled({
          body: { events },
        })
        return reactions.map(reaction => ({ service, ...reaction }))
      }),
    ),
  )
  return results.flat()
}
