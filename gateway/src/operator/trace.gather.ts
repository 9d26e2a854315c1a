// Collects the services' records of a request.
import { type AnswerOf, ApiError, type ClientOf, type Id, type Resource } from '@lms/contract'
import { AuditMessage, auditInternalApi, type RequestRecord, requestInternalApi } from '@lms/service/contract'
import { hostOperations } from '@lms/service-host/front'
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
  reactions: (AnswerOf<typeof hostOperations.handled>['reactions'][number] & { service: string })[]
  /** Services whose part is missing. */
  away: string[]
}

/** A client may use one id for many requests; at most this many are traced. */
const mostRequests = 20
const mostEvents = 1000

/**
 * Asks every service, also if the request is named by the client's own id: only audit records and records of requests
 * contain that one, other rows only ours.
 */
export async function gather(
  requestId: string,
  services: readonly string[],
  client: Asking['client'],
): Promise<Gathered> {
  const away = new Set<string>()
  const asking: Asking = {
    services,
    client,
    part: async (service, missing, answer) => {
      if (!services.includes(service)) return missing
      return answer().catch(error => {
        // A service refuses a malformed id, which is an answer.
        if (!(error instanceof ApiError && error.status === 404)) away.add(service)
        return missing
      })
    },
  }
  const asked = await partsOf(requestId, asking)
  const named = new Set([...asked.records, ...asked.requests].map(({ request_id }) => request_id))
  named.delete(requestId)
  const others = await Promise.all([...named].slice(0, mostRequests).map(id => partsOf(id, asking)))
  const parts = named.size ? joined(others) : asked
  return { ...parts, reactions: await reactionsTo(parts, asking), away: [...away].sort() }
}

interface Asking {
  services: readonly string[]
  /** A client of a service, for the platform team. */
  client<T extends Record<string, Resource>>(service: string, resources: T): ClientOf<T>
  /** The answer of a service, or a substitute for a missing one. */
  part<T>(service: string, missing: T, answer: () => Promise<T>): Promise<T>
}

type Parts = Omit<Gathered, 'reactions' | 'away'>

async function partsOf(requestId: string, { services, client, part }: Asking): Promise<Parts> {
  const path = { requestId }
  const [requests, kept, journaled, left] = await Promise.all([
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
  const waiting = left.flatMap(({ outbox }) => outbox)
  // A record on its way to the audit log is in the outbox; for a moment in both.
  const records = new Map([...waiting.flatMap(recordOf), ...kept].map(record => [record.id, record]))
  return {
    requests,
    records: [...records.values()].sort((one, other) => (one.id < other.id ? -1 : 1)),
    journal: journaled,
    outboxes: waiting.flatMap(eventOf),
    tasks: left.flatMap(({ service, tasks }) => tasks.map(task => ({ service, ...task }))),
  }
}

type Message = AnswerOf<typeof hostOperations.trace>['outbox'][number]

const recordOf = ({ payload }: Message): Gathered['records'] =>
  payload === null ? [] : [AuditMessage.parse(JSON.parse(payload))]

/** Messages between services are no events. */
function eventOf({ id, school_id, subject, created_at }: Message): OutboxEvent[] {
  const [kind, , ...type] = subject.split('.')
  if (kind !== 'events') return []
  const ids = { id: id as Id<'evt'>, school_id: school_id as Id<'sch'> }
  return [{ ...ids, type: type.join('.'), created_at }]
}

const joined = (parts: readonly Parts[]): Parts => ({
  requests: parts.flatMap(({ requests }) => requests),
  records: parts.flatMap(({ records }) => records),
  journal: {
    events: parts.flatMap(({ journal }) => journal.events),
    deliveries: parts.flatMap(({ journal }) => journal.deliveries),
  },
  outboxes: parts.flatMap(({ outboxes }) => outboxes),
  tasks: parts.flatMap(({ tasks }) => tasks),
})

async function reactionsTo(
  { journal, outboxes }: Parts,
  { services, client, part }: Asking,
): Promise<Gathered['reactions']> {
  const eventsById = new Map([...outboxes, ...journal.events].map(event => [event.id, event]))
  const events = [...eventsById.values()]
    .slice(0, mostEvents)
    .map(({ id, school_id, type }) => ({ id, school_id, type }))
  if (events.length === 0) return []
  const found = await Promise.all(
    services.map(service =>
      part(service, [], async () => {
        const { reactions } = await client(service, { hostOperations }).hostOperations.handled({
          body: { events },
        })
        return reactions.map(reaction => ({ service, ...reaction }))
      }),
    ),
  )
  return found.flat()
}
