// Creates deliveries in the queue: for retries, replays and ordered subscriptions. Other events of the journal need no
// row before their first attempt: the channels' cursors find them.
import { type Id, newId } from '@lms/contract'
import { type Step, step } from '@lms/service-host'
import { lockedChannels } from '../locks.ts'
import { columnsOf } from '../rows.ts'
import { selectedChannels, wakeStep } from './wake.ts'

export interface NewDelivery {
  school: string
  id: Id<'dlv'>
  webhook: string
  event: string
  type: string
  requestId: string
  replayed: boolean
  /** For an ordered subscription: the place among the deliveries of the same object. */
  position: Position | null
}

interface Position {
  object: string
  sequence: number
}

/** A delivery of an event of the journal, with an id of its own. */
export const newDelivery = (delivery: Omit<NewDelivery, 'id'>): NewDelivery => ({
  ...delivery,
  id: newId('dlv'),
})

/** The order of an event's delivery to a subscription; null if it waits for none. */
export const placeOf = (
  { ordered }: { ordered: boolean },
  { object_id, sequence }: { object_id: string | null; sequence: number },
): Position | null => (ordered && object_id !== null ? { object: object_id, sequence } : null)

/**
 * Locks and wakes the channels, and creates the deliveries of those that still exist: a subscription deleted meanwhile
 * leaves no delivery behind that nothing would end. `now` is the time from which they are due. Use all steps in one
 * transaction.
 */
export function deliverySteps(
  deliveries: readonly NewDelivery[],
  { now, manual = false }: { now: string; manual?: boolean },
): Step[] {
  const channels = new Map(deliveries.map(({ webhook, school }) => [webhook, school]))
  const keys = columnsOf(
    [...channels].map(([webhook, school]) => [school, webhook]),
    2,
  )
  return [
    step(lockedChannels(selectedChannels, 'no key update'), keys),
    wakeStep(keys, now),
    ...insertSteps(deliveries, { now, manual }),
  ]
}

/** {@link deliverySteps} with channels that are already locked and awake. */
export const insertSteps = (
  deliveries: readonly NewDelivery[],
  when: { now: string; manual: boolean },
): Step[] => pagesOf(deliveries).map(page => insertStep(page, when))

/** Maximum rows of one statement. */
const pageSize = 1000

const pagesOf = (deliveries: readonly NewDelivery[]) =>
  Array.from({ length: Math.ceil(deliveries.length / pageSize) }, (_, page) =>
    deliveries.slice(page * pageSize, (page + 1) * pageSize),
  )

function insertStep(
  deliveries: readonly NewDelivery[],
  { now, manual }: { now: string; manual: boolean },
): Step {
  const rows = deliveries.map(({ school, id, webhook, event, type, requestId, replayed, position }) => [
    school,
    id,
    webhook,
    event,
    type,
    requestId,
    replayed ? 't' : 'f',
    position?.object ?? null,
    position ? String(position.sequence) : null,
  ])
  return step(
    `with made as (
       select d.*, case when ${heldSql} then 'infinity' else $10::timestamptz end as at
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::text[], $9::bigint[])
         d(school_id, id, webhook_id, event_id, event_type, request_id, replayed, object_id, sequence)
       join webhooks.channels l on l.school_id = d.school_id and l.webhook_id = d.webhook_id
     ), kept as (
       insert into webhooks.deliveries (school_id, id, webhook_id, event_id, event_type, status, attempt_count,
         next_attempt_at, manual, replayed, request_id, created_at)
       select school_id, id, webhook_id, event_id, event_type, 'pending', 0, nullif(at, 'infinity'), $11::bool, replayed,
         request_id, $10::timestamptz from made
     )
     insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed, object_id, sequence)
     select school_id, webhook_id, at, id, event_id, 0, $11::bool, replayed, object_id, sequence from made`,
    [...columnsOf(rows, 9), now, manual ? 't' : 'f'],
  )
}

/** Whether a new delivery has to wait for another one of the same object, new or existing. */
const heldSql = `d.object_id is not null and (
    row_number() over (partition by d.school_id, d.webhook_id, d.object_id order by d.sequence) > 1
    or exists (select from webhooks.due w where w.school_id = d.school_id and w.webhook_id = d.webhook_id
      and w.object_id = d.object_id and w.sequence < d.sequence))`
