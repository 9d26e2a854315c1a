// The making of deliveries that are due now, in one place for retries and replays. What the journal enters needs no row
// before its first attempt: it is what lanes' cursors have before them.
import { type Id, newId } from '@lms/contract'
import { type Step, step } from '@lms/service-host'
import { namedLanes, wakeStep } from '../journal/wake.ts'
import { lockedLanes } from '../locks.ts'
import { columnsOf } from '../rows.ts'

export interface NewDelivery {
  school: string
  id: Id<'dlv'>
  webhook: string
  event: string
  type: string
  requestId: string
  replayed: boolean
}

/** A delivery of an event that is in the journal, with an id of its own. */
export const newDelivery = (made: Omit<NewDelivery, 'id'>): NewDelivery => ({ ...made, id: newId('dlv') })

/**
 * Locks and wakes the lanes, and makes the deliveries of those that are still there: a subscription deleted
 * meanwhile leaves no delivery behind that nobody would end.
 * `now` is the moment from which they are due. Use all steps in one transaction.
 */
export function deliverySteps(
  deliveries: readonly NewDelivery[],
  { now, manual = false }: { now: string; manual?: boolean },
): Step[] {
  const lanes = new Map(deliveries.map(({ webhook, school }) => [webhook, school]))
  const keys = columnsOf(
    [...lanes].map(([webhook, school]) => [school, webhook]),
    2,
  )
  return [
    step(lockedLanes(namedLanes, 'no key update'), keys),
    wakeStep(keys, now),
    ...pagesOf(deliveries).map(page => insertStep(page, { now, manual })),
  ]
}

/** Rows of one statement at most. */
const pageSize = 1000

const pagesOf = (deliveries: readonly NewDelivery[]) =>
  Array.from({ length: Math.ceil(deliveries.length / pageSize) }, (_, page) =>
    deliveries.slice(page * pageSize, (page + 1) * pageSize),
  )

function insertStep(
  deliveries: readonly NewDelivery[],
  { now, manual }: { now: string; manual: boolean },
): Step {
  const rows = deliveries.map(({ school, id, webhook, event, type, requestId, replayed }) => [
    school,
    id,
    webhook,
    event,
    type,
    requestId,
    replayed ? 't' : 'f',
  ])
  return step(
    `with made as (
       select d.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bool[])
         d(school_id, id, webhook_id, event_id, event_type, request_id, replayed)
       join webhooks.lanes l on l.school_id = d.school_id and l.webhook_id = d.webhook_id
     ), kept as (
       insert into webhooks.deliveries (school_id, id, webhook_id, event_id, event_type, status, attempt_count,
         next_attempt_at, manual, replayed, request_id, created_at)
       select school_id, id, webhook_id, event_id, event_type, 'pending', 0, $8::timestamptz, $9::bool, replayed,
         request_id, $8::timestamptz from made
     )
     insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed)
     select school_id, webhook_id, $8::timestamptz, id, event_id, 0, $9::bool, replayed from made`,
    [...columnsOf(rows, 7), now, manual ? 't' : 'f'],
  )
}
