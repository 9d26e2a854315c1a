// One batch of the journal, in one transaction: events with their sequence, a delivery for each subscription that
// takes them, the lanes woken, the position moved. Only who holds the lease gets that far.
import { isId } from '@lms/contract'
import {
  type Database,
  type Fields,
  type Leases,
  StatementError,
  type Step,
  step,
  textArray,
} from '@lms/service-host'
import { deliverySteps, type NewDelivery, newDelivery } from '../deliveries/new-deliveries.ts'
import { erased } from '../erasure/erase.rules.ts'
import { receiversOf, type Subscription, subscriptionsOf, subscriptionsStep } from '../events/receivers.ts'
import { columnsOf, joinJson, jsonTexts } from '../rows.ts'

export const journalLease = 'journal'
export const leaseSeconds = 5

export interface NewEvent {
  school: string
  id: string
  type: string
  created_at: string
  request_id: string
  user_id: string | null
  object_id: string | null
  /** Of system.webhook_failed: the subscription that failed. */
  failed_webhook_id: string | null
  /** Whether a request caused it by itself, and no reaction or job. */
  by_request: boolean
  payload: string
}

export interface Position {
  streamCreated: string
  last: number
}

/** Another replica writes the journal now. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of the journal is held by another.')
    this.name = 'LeaseLost'
  }
}

export interface BatchContext {
  system: Database
  leases: Leases
  fence: number
  /** The moment from which the deliveries are due. */
  now: string
}

export interface Entered {
  /** The subscriptions that got deliveries. */
  webhooks: string[]
  /** Deliveries made of what requests caused, by school. */
  requested: Map<string, number>
  /** Some of the events were in the journal already. */
  twins: boolean
}

/**
 * Enters the events that the journal does not have yet. Twins come in bunches, when a stream is read again: the one who
 * calls says whether some are `expected`, and else they are only looked for once the table's key has refused one.
 */
export async function enterBatch(
  events: readonly NewEvent[],
  position: Position,
  context: BatchContext & { expectsTwins: boolean },
): Promise<Entered> {
  const unique = [...new Map(events.map(event => [event.id, event])).values()]
  const enter = (known: Step[]) => enterUnique(unique, position, known, context)
  if (context.expectsTwins) return enter([knownOf(unique)])
  try {
    return await enter([])
  } catch (error) {
    if (error instanceof StatementError && error.sqlState === '23505') return enter([knownOf(unique)])
    throw error
  }
}

function enterUnique(
  unique: readonly NewEvent[],
  position: Position,
  knownSteps: readonly Step[],
  { system, leases, fence, now }: BatchContext,
): Promise<Entered> {
  const schools = [...new Set(unique.map(({ school }) => school))]
  // Renewing locks the lease's row until the commit, so that nobody can take it over in between.
  const reads = [
    leases.holdStep(journalLease, leaseSeconds),
    step('select school_id, last from webhooks.sequences where school_id = any($1::text[])', [
      textArray(schools),
    ]),
    subscriptionsStep(schools),
    erasedStep(unique),
    ...knownSteps,
  ]
  return system.readThenWrite(reads, ([held, last, subscriptions, people, known]) => {
    if (Number(held!.rows[0]?.[0]) !== fence) throw new LeaseLost()
    const journaled = new Set(known?.rows.map(([id]) => id))
    const fresh = withoutErased(
      unique.filter(({ id }) => !journaled.has(id)),
      people!.rows,
    )
    const sequences = new Map(last!.rows.map(([school, value]) => [school!, Number(value)]))
    const deliveries = deliveriesOf(fresh, subscriptionsOf(subscriptions!.rows))
    const writes = [
      ...(fresh.length ? [insertEvents(fresh, sequences), saveSequences(sequences)] : []),
      ...(deliveries.length ? deliverySteps(deliveries, { now }) : []),
      step(
        `insert into webhooks.positions (stream, stream_created, last) values ('EVENTS', $1, $2)
         on conflict (stream) do update set stream_created = excluded.stream_created, last = excluded.last`,
        [position.streamCreated, String(position.last)],
      ),
    ]
    const webhooks = [...new Set(deliveries.map(({ webhook }) => webhook))]
    return {
      writes,
      answer: { webhooks, requested: requestedOf(fresh, deliveries), twins: journaled.size > 0 },
    }
  })
}

function requestedOf(events: readonly NewEvent[], deliveries: readonly NewDelivery[]): Map<string, number> {
  const caused = new Set(events.filter(({ by_request }) => by_request).map(({ id }) => id))
  const counts = new Map<string, number>()
  for (const { school, event } of deliveries)
    if (caused.has(event)) counts.set(school, (counts.get(school) ?? 0) + 1)
  return counts
}

const peopleOf = ({ user_id, object_id }: NewEvent) =>
  [user_id, object_id].filter(id => id !== null && isId('usr', id)) as string[]

/** Which of the people of these events were anonymized. */
const erasedStep = (events: readonly NewEvent[]): Step =>
  step(
    `select p.school_id, p.user_id from unnest($1::text[], $2::text[]) k(school_id, user_id)
     join webhooks.erased_people p on p.school_id = k.school_id and p.user_id = k.user_id`,
    columnsOf(
      events.flatMap(event => peopleOf(event).map(user => [event.school, user])),
      2,
    ),
  )

/** An event that comes after its person was erased has nothing of them, whatever its outbox had kept. */
function withoutErased(events: readonly NewEvent[], rows: readonly Fields[]): readonly NewEvent[] {
  if (rows.length === 0) return events
  const gone = new Set(rows.map(([school, user]) => `${school} ${user}`))
  const isGone = (event: NewEvent) => peopleOf(event).some(user => gone.has(`${event.school} ${user}`))
  return events.map(event =>
    isGone(event) ? { ...event, payload: erased(event.payload, nobody, []) } : event,
  )
}

const nobody = { contacts: new Set<string>(), names: new Set<string>() }

const deliveriesOf = (events: readonly NewEvent[], bySchool: ReadonlyMap<string, Subscription[]>) =>
  events.flatMap(event =>
    receiversOf(event, bySchool.get(event.school) ?? []).map(webhook => {
      const { school, id, type, request_id } = event
      return newDelivery({ school, webhook, event: id, type, requestId: request_id, replayed: false })
    }),
  )

/** Which of the events (schools `$1`, ids `$2`) stand in the journal. */
export const knownSql = `select e.id from unnest($1::text[], $2::text[]) k(school_id, id)
   cross join lateral (select e.id from webhooks.events e where e.school_id = k.school_id and e.id = k.id limit 1) e`

const knownOf = (events: readonly NewEvent[]): Step =>
  step(
    knownSql,
    columnsOf(
      events.map(({ school, id }) => [school, id]),
      2,
    ),
  )

/** Gives each event the next sequence of its school, and moves `sequences` on. */
function insertEvents(events: readonly NewEvent[], sequences: Map<string, number>): Step {
  const rows = events.map(event => {
    const sequence = (sequences.get(event.school) ?? 0) + 1
    sequences.set(event.school, sequence)
    const { school, id, type, created_at, request_id, user_id, object_id } = event
    return [school, id, type, String(sequence), created_at, request_id, user_id, object_id]
  })
  return step(
    `insert into webhooks.events (school_id, id, type, sequence, created_at, request_id, user_id, object_id, payload)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::text[], $7::text[],
       $8::text[], ${jsonTexts('$9')})`,
    [...columnsOf(rows, 8), joinJson(events.map(({ payload }) => payload))],
  )
}

const saveSequences = (sequences: ReadonlyMap<string, number>): Step =>
  step(
    `insert into webhooks.sequences (school_id, last) select * from unnest($1::text[], $2::bigint[])
     on conflict (school_id) do update set last = excluded.last`,
    columnsOf(
      [...sequences].map(([school, last]) => [school, String(last)]),
      2,
    ),
  )
