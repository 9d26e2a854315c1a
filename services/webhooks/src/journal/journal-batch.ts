// One batch of the journal, in one transaction: events with their sequence, a delivery for each subscription that
// takes them, the lanes woken, the position moved. Only who holds the lease gets that far.
import { newId } from '@lms/contract'
import { type Database, type Leases, type Step, step, textArray } from '@lms/service-host'
import { takes } from '../events/event.masks.ts'
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
  payload: string
}

export interface Position {
  streamCreated: string
  last: number
}

interface Subscription {
  id: string
  url: string
  masks: string[]
  active: boolean
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

/** Enters the events that the journal does not have yet. Gives the ids of the subscriptions that got deliveries. */
export async function enterBatch(
  events: readonly NewEvent[],
  position: Position,
  { system, leases, fence, now }: BatchContext,
): Promise<string[]> {
  const unique = [...new Map(events.map(event => [event.id, event])).values()]
  const schools = [...new Set(unique.map(({ school }) => school))]
  return system.transaction(async send => {
    // Renewing locks the lease's row until the commit, so that nobody can take it over in between.
    const [held, known, last, subscriptions] = await send([
      leases.holdStep(journalLease, leaseSeconds),
      knownOf(unique),
      step('select school_id, last from webhooks.sequences where school_id = any($1::text[])', [
        textArray(schools),
      ]),
      step(
        `select school_id, id, url, events, active from webhooks.subscriptions where school_id = any($1::text[])`,
        [textArray(schools)],
      ),
    ])
    if (Number(held!.rows[0]?.[0]) !== fence) throw new LeaseLost()
    const journaled = new Set(known!.rows.map(([id]) => id))
    const fresh = unique.filter(({ id }) => !journaled.has(id))
    const sequences = new Map(last!.rows.map(([school, value]) => [school!, Number(value)]))
    const found = Map.groupBy(subscriptions!.rows, ([school]) => school!)
    const subscriptionsOf = new Map(
      [...found].map(([school, rows]) => [
        school,
        rows.map(([, id, url, masks, active]) => ({
          id: id!,
          url: url!,
          masks: JSON.parse(masks!) as string[],
          active: active === 't',
        })),
      ]),
    )
    const deliveries = fresh.flatMap(event =>
      receiversOf(event, subscriptionsOf.get(event.school) ?? []).map(webhook => ({ event, webhook })),
    )
    await send([
      ...(fresh.length ? [insertEvents(fresh, sequences), saveSequences(sequences)] : []),
      ...(deliveries.length ? deliverySteps(deliveries, now) : []),
      step(
        `insert into webhooks.positions (stream, stream_created, last) values ('EVENTS', $1, $2)
         on conflict (stream) do update set stream_created = excluded.stream_created, last = excluded.last`,
        [position.streamCreated, String(position.last)],
      ),
    ])
    return [...new Set(deliveries.map(({ webhook }) => webhook))]
  })
}

const knownOf = (events: readonly NewEvent[]): Step =>
  step(
    `select e.id from unnest($1::text[], $2::text[]) k(school_id, id)
     cross join lateral (select e.id from webhooks.events e where e.school_id = k.school_id and e.id = k.id) e`,
    columnsOf(
      events.map(({ school, id }) => [school, id]),
      2,
    ),
  )

/** The subscriptions that an event goes to. The news that an address fails never goes to that address. */
function receiversOf(event: NewEvent, subscriptions: readonly Subscription[]): string[] {
  const failing = event.failed_webhook_id
    ? subscriptions.find(({ id }) => id === event.failed_webhook_id)?.url
    : undefined
  return subscriptions
    .filter(({ active, masks, url }) => active && url !== failing && takes(masks, event.type))
    .map(({ id }) => id)
}

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

/**
 * Wakes the lanes, which locks them, and makes the deliveries of those that are still there: a subscription deleted
 * meanwhile leaves no delivery behind that nobody would end. Lanes are always locked in the order of their keys.
 */
function deliverySteps(deliveries: readonly { event: NewEvent; webhook: string }[], now: string): Step[] {
  const lanes = new Map(deliveries.map(({ event, webhook }) => [webhook, event.school]))
  const rows = deliveries.map(({ event, webhook }) => [
    event.school,
    newId('dlv'),
    webhook,
    event.id,
    event.type,
    event.request_id,
  ])
  return [
    step(
      `with awake as (
         select l.school_id, l.webhook_id from webhooks.lanes l
         join unnest($1::text[], $2::text[]) k(school_id, webhook_id)
           on l.school_id = k.school_id and l.webhook_id = k.webhook_id
         order by l.school_id, l.webhook_id for no key update of l
       )
       update webhooks.lanes l set wake_at = least(l.wake_at, $3::timestamptz) from awake a
       where l.school_id = a.school_id and l.webhook_id = a.webhook_id`,
      [
        ...columnsOf(
          [...lanes].map(([webhook, school]) => [school, webhook]),
          2,
        ),
        now,
      ],
    ),
    step(
      `with made as (
         select d.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
           d(school_id, id, webhook_id, event_id, event_type, request_id)
         join webhooks.lanes l on l.school_id = d.school_id and l.webhook_id = d.webhook_id
       ), kept as (
         insert into webhooks.deliveries (school_id, id, webhook_id, event_id, event_type, status, attempt_count,
           next_attempt_at, manual, replayed, request_id, created_at)
         select school_id, id, webhook_id, event_id, event_type, 'pending', 0, $7::timestamptz, false, false, request_id,
           $7::timestamptz from made
       )
       insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed)
       select school_id, webhook_id, $7::timestamptz, id, event_id, 0, false, false from made`,
      [...columnsOf(rows, 6), now],
    ),
  ]
}
