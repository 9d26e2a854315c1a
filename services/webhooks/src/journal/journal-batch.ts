// One batch of the journal, in one transaction: events with their sequence and the channels that take them, these channels
// woken, the position moved. Only the holder of the lease gets that far.
import { isId } from '@lms/contract'
import {
  type Database,
  type Fields,
  type Leases,
  readDatabaseTime,
  StatementError,
  type Step,
  step,
  textArray,
} from '@lms/service-host'
import { deliveryIdOf } from '../deliveries/delivery-id.ts'
import { insertSteps, type NewDelivery, placeOf } from '../deliveries/new-deliveries.ts'
import { wakeSteps } from '../deliveries/wake.ts'
import type { EventRun } from '../dispatch/fresh-events.ts'
import { erased } from '../erasure/erase.rules.ts'
import { personalIn } from '../events/declared-events.ts'
import {
  receiversOfMany,
  type Subscription,
  subscriptionsOf,
  subscriptionsStep,
} from '../events/receivers.ts'
import { partitions } from '../partitions.ts'
import { columnsOf, joinJson, jsonTexts } from '../rows.ts'
import { requestedOf, runsOf } from './journal-consequences.ts'
import type { Entry, NewEvent } from './journal-entry.ts'

export const journalLease = 'journal'
export const leaseSeconds = 5

export interface Position {
  streamCreated: string
  last: number
}

/** Another replica writes the journal now. */
export class LeaseLost extends Error {
  constructor() {
    super('Another process has the lease of the journal.')
    this.name = 'LeaseLost'
  }
}

export interface BatchContext {
  system: Database
  leases: Leases
  fence: number
  /** The time of entry. */
  now: string
}

export interface Entered {
  /** The subscriptions that take some of the events. */
  webhooks: string[]
  /** Those of them with some events in the queue. */
  queued: string[]
  /** The number of deliveries of events that requests caused, by school. */
  requested: Map<string, number>
  /** All that was entered, by school. */
  runs: Map<string, EventRun>
  /** Some of the events were already in the journal. */
  twins: boolean
}

/**
 * Enters the events that the journal does not have yet. Duplicates come together, when a stream is read again: if some
 * are `expected`, the batch looks for them first, otherwise only after the table's key has refused one.
 */
export async function enterBatch(
  events: readonly NewEvent[],
  position: Position,
  context: BatchContext & { expectsTwins: boolean },
): Promise<Entered> {
  const unique = [...new Map(events.map(event => [event.id, event])).values()]
  const enterUnknown = async () => {
    // Nobody else writes events of these schools while this process has the lease, so what is unknown now stays so.
    const knownIds = new Set((await context.system.rows(knownOf(unique))).map(([id]) => id))
    const fresh = unique.filter(({ id }) => !knownIds.has(id))
    return { ...(await enterUnique(fresh, position, context)), twins: knownIds.size > 0 }
  }
  if (context.expectsTwins) return enterUnknown()
  try {
    return { ...(await enterUnique(unique, position, context)), twins: false }
  } catch (error) {
    if (error instanceof StatementError && error.sqlState === '23505') return enterUnknown()
    throw error
  }
}

function enterUnique(
  unique: readonly NewEvent[],
  position: Position,
  { system, leases, fence, now }: BatchContext,
): Promise<Omit<Entered, 'twins'>> {
  const bySchool = Map.groupBy(unique, ({ school }) => school)
  const counts = new Map([...bySchool].map(([school, { length }]) => [school, length]))
  const reads = [
    // Locks the lease's row until the commit, so that no other replica can take it over in between.
    leases.heldStep(journalLease),
    // Locked before subscriptions are read: a caller that deactivates one under this lock knows the last event that it
    // takes.
    takeSequences(counts, now),
    subscriptionsStep([...counts.keys()]),
    erasedStep(unique),
  ]
  let queued: NewDelivery[] = []
  // A delivery's id begins with the time of entry, an event's with another: each may lack a partition.
  const ids = () => [...unique, ...queued].map(({ id }) => id)
  const write = () =>
    system.readThenWrite(reads, ([lease, sequences, subscriptions, people]) => {
      if (Number(lease!.rows[0]?.[0]) !== fence) throw new LeaseLost()
      const receivers = subscriptionsOf(subscriptions!.rows)
      const starts = placesOf(sequences!.rows, counts)
      // A school that was erased has no sequence any more, and its last events go.
      const present = unique.filter(({ school }) => starts.has(school))
      const entered = entriesOf(withoutErased(present, people!.rows), starts, receivers)
      queued = queuedOf(entered)
      const writes = [
        ...(entered.length ? [insertEvents(entered)] : []),
        ...wakeSteps(entered, now),
        ...insertSteps(queued, { now, manual: false }),
        step(`update webhooks.positions set stream_created = $1, last = $2 where stream = 'EVENTS'`, [
          position.streamCreated,
          String(position.last),
        ]),
      ]
      const answer = {
        webhooks: [...new Set(entered.flatMap(({ takers }) => takers.map(({ id }) => id)))],
        queued: [...new Set(queued.map(({ webhook }) => webhook))],
        requested: requestedOf(entered),
        runs: runsOf(entered, receivers),
      }
      return { writes, answer }
    })
  return partitions.writing(system, ids, write)
}

/**
 * Takes as many sequences of each school as it has events. Times of entry never fall, even if clocks do, so that lists
 * of deliveries have the order of sequences.
 */
const takeSequences = (counts: ReadonlyMap<string, number>, now: string): Step =>
  step(
    `insert into webhooks.sequences as s (school_id, last, entered_at)
     select school_id, events, $3::timestamptz from unnest($1::text[], $2::bigint[]) k(school_id, events)
     where not exists (select from webhooks.erased_schools e where e.school_id = k.school_id) order by school_id
     on conflict (school_id) do update set last = s.last + excluded.last,
       entered_at = greatest(s.entered_at, excluded.entered_at)
     returning school_id, last, entered_at`,
    [textArray([...counts.keys()]), `{${[...counts.values()]}}`, now],
  )

/** The last sequence given in a school, and the time of entry. */
interface SequenceStart {
  last: number
  enteredAt: string
}

/** Where the events of each school begin, from the rows of `takeSequences`. */
const placesOf = (rows: readonly Fields[], counts: ReadonlyMap<string, number>): Map<string, SequenceStart> =>
  new Map(
    rows.map(([school, last, enteredAt]) => [
      school!,
      { last: Number(last) - counts.get(school!)!, enteredAt: readDatabaseTime(enteredAt!) },
    ]),
  )

/** Gives each event the next sequence of its school, and advances the places. */
function entriesOf(
  events: readonly NewEvent[],
  starts: ReadonlyMap<string, SequenceStart>,
  subscriptions: ReadonlyMap<string, Subscription[]>,
): Entry[] {
  const takers = new Map([...subscriptions].map(([school, all]) => [school, receiversOfMany(all)]))
  return events.map(event => {
    const start = starts.get(event.school)!
    const entry = { ...event, sequence: ++start.last, entered_at: start.enteredAt }
    const all = takers.get(event.school)?.(event) ?? []
    return {
      ...entry,
      takers: all.filter(one => placeOf(one, entry) === null),
      ordered: all.filter(one => placeOf(one, entry) !== null),
    }
  })
}

const queuedOf = (events: readonly Entry[]): NewDelivery[] =>
  events.flatMap(event =>
    event.ordered.map(subscription => {
      const { school, id, type, request_id, sequence } = event
      return {
        school,
        id: deliveryIdOf({ enteredAt: Date.parse(event.entered_at), number: subscription.channel, sequence }),
        webhook: subscription.id,
        event: id,
        type,
        requestId: request_id,
        replayed: false,
        position: placeOf(subscription, event),
      }
    }),
  )

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

/**
 * Blanks an event that arrives after the erasure of its person, whatever its outbox contained. The task of the erasure
 * asks the services what is personal; here that would make the journal of all schools wait for each of them.
 */
function withoutErased(events: readonly NewEvent[], rows: readonly Fields[]): readonly NewEvent[] {
  if (rows.length === 0) return events
  const erasedPeople = new Set(rows.map(([school, user]) => `${school} ${user}`))
  const isGone = (event: NewEvent) =>
    peopleOf(event).some(user => erasedPeople.has(`${event.school} ${user}`))
  return events.map(event =>
    isGone(event) ? { ...event, payload: erased(event.payload, nobody, personalIn(event.type)) } : event,
  )
}

const nobody = { contacts: new Set<string>(), names: new Set<string>() }

/** Which of the events (schools `$1`, ids `$2`) are in the journal. */
export const existingSql = `select e.id from unnest($1::text[], $2::text[]) k(school_id, id)
   cross join lateral (select e.id from webhooks.events e where e.school_id = k.school_id and e.id = k.id limit 1) e`

const knownOf = (events: readonly NewEvent[]): Step =>
  step(
    existingSql,
    columnsOf(
      events.map(({ school, id }) => [school, id]),
      2,
    ),
  )

function insertEvents(events: readonly Entry[]): Step {
  const rows = events.map(event => {
    const { school, id, type, sequence, created_at, request_id, user_id, object_id, entered_at } = event
    const takers = `{${event.takers.map(({ channel }) => channel).join(',')}}`
    return [
      school,
      id,
      type,
      String(sequence),
      created_at,
      request_id,
      user_id,
      object_id,
      takers,
      entered_at,
    ]
  })
  return step(
    `insert into webhooks.events (school_id, id, type, sequence, created_at, request_id, user_id, object_id, takers,
       entered_at, payload)
     select school_id, id, type, sequence, created_at, request_id, user_id, object_id, takers::int[], entered_at, payload
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::timestamptz[], ${jsonTexts('$11')})
       e(school_id, id, type, sequence, created_at, request_id, user_id, object_id, takers, entered_at, payload)`,
    [...columnsOf(rows, 10), joinJson(events.map(({ payload }) => payload))],
  )
}
