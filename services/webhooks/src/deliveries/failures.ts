// The walk of a manual retry through the failures of a subscription, the earliest failure first.
import { type Fields, readDatabaseTime } from '@lms/service-host'
import { matchesAll } from '../events/event-filter.ts'
import { maySend, type Sending } from '../events/receivers.ts'
import { maxRetried } from './delivery.contract.ts'
import type { DeliveryRow } from './delivery.entity.ts'
import { behindSql, waitsSql } from './waiting-deliveries.ts'

/** Maximum failures that one call looks at, maximum characters of their events, … */
const maxWalked = 30_000
const maxCharacters = 64 * 1024 * 1024
/** … and failures of one read; fewer with their events: some 12 MB of the largest. */
const portion = 5000
const maxWithEvents = 50

/** Where a read goes on: after the delivery `id` of this time. */
export interface Position {
  failedAt: string
  id: string
}

export interface Retriable {
  id: DeliveryRow['id']
  webhook: string
  event: string
  type: string
  requestId: string
  replayed: boolean
  /** Whether the journal still has the event. */
  hasEvent: boolean
}

export interface Failure extends Retriable {
  /** In the form of the database. */
  failedAt: string
  /** Whether it is the last failure of an event that has neither arrived by another delivery nor is on its way. */
  lost: boolean
  /** The event, if it is lost, kept, and was asked for. */
  payload: string | null
}

/** Columns of a delivery `d` and its event `e` that a retry needs. */
export const retriableColumns = `d.id, d.webhook_id, d.event_id, d.event_type, d.request_id, d.replayed, e.id is not null`

export const retriableOf = ([
  id,
  webhook,
  event,
  type,
  requestId,
  replayed,
  hasEvent,
]: Fields): Retriable => ({
  id: id as DeliveryRow['id'],
  webhook: webhook!,
  event: event!,
  type: type!,
  requestId: requestId!,
  replayed: replayed === 't',
  hasEvent: hasEvent === 't',
})

/**
 * The next `$5` failures of subscription `$2` after a {@link Place}; with `$6` their events are read. Each `offset 0` keeps
 * a search by the id of one event apart: while a partition has no statistics yet, Postgres would otherwise take another
 * index, and walk the subscription's deliveries for each failure.
 */
export const failuresSql = `select d.failed_at, f.lost, case when $6::bool and f.lost then e.payload end, ${retriableColumns}
  from (
    select * from webhooks.deliveries d
    where d.school_id = $1 and d.webhook_id = $2 and d.failed_at is not null
      and (d.failed_at, d.id) > ($3::timestamptz, $4)
    order by d.failed_at, d.id limit $5
  ) d
  left join lateral (
    select * from webhooks.events e where e.school_id = d.school_id and e.id = d.event_id offset 0
  ) e on true
  cross join lateral (
    select not exists (
        select from (
          select * from webhooks.deliveries o where o.school_id = d.school_id and o.event_id = d.event_id offset 0
        ) o
        where o.webhook_id = d.webhook_id
          and (o.status <> 'failed' or (o.failed_at, o.id) > (d.failed_at, d.id)))
      and not exists (
        select from ${behindSql}
        where l.school_id = d.school_id and l.webhook_id = d.webhook_id and ${waitsSql}) as lost
    offset 0
  ) f
  order by d.failed_at, d.id`

/** The queries of this file, of one school. */
export interface Failures {
  failures(
    webhook: string,
    after: Position,
    { limit, withEvents }: { limit: number; withEvents: boolean },
  ): Promise<Failure[]>
  payloads(events: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export interface Walked {
  retriable: Retriable[]
  /** Ids of those whose events the subscription's filter excludes. */
  excluded: Set<string>
  /** The time from which a further call goes on; null at the end. */
  next: string | null
}

/**
 * The lost events that failed since a time, up to as many as one call retries, skips or looks at. What it looked at and
 * will not retry comes before `next`, so that calls always get further.
 */
export async function walkFailures(
  webhook: string,
  since: string,
  { sending, deliveries }: { sending: Sending; deliveries: Failures },
): Promise<Walked> {
  const withEvents = sending.conditions.length > 0
  const limit = withEvents ? maxWithEvents : portion
  const retriable: Retriable[] = []
  const excluded = new Set<string>()
  let [walked, characters, sent] = [0, 0, 0]
  let after: Position = { failedAt: since, id: '' }
  for (;;) {
    const failures = await deliveries.failures(webhook, after, { limit, withEvents })
    for (const { failedAt, lost, payload, ...delivery } of failures) {
      const at = readDatabaseTime(failedAt)
      const isLong =
        walked >= maxWalked || characters >= maxCharacters || retriable.length - sent >= maxRetried
      // All of one moment are in one call: the next one could not begin among them.
      if ((isLong && at > since) || (lost && sent === maxRetried)) return { retriable, excluded, next: at }
      walked++
      if (!lost) continue
      characters += payload?.length ?? 0
      retriable.push(delivery)
      if (!delivery.hasEvent || !maySend(sending, delivery.type)) continue
      if (payload === null || matchesAll(sending.conditions, { type: delivery.type, payload })) sent++
      else excluded.add(delivery.id)
    }
    if (failures.length < limit) return { retriable, excluded, next: null }
    after = failures.at(-1)!
  }
}

/** Ids of those deliveries whose events the filters of their subscriptions exclude. */
export async function excludedOf(
  retriable: readonly Retriable[],
  open: ReadonlyMap<string, Sending>,
  deliveries: Failures,
): Promise<Set<string>> {
  const filtered = retriable.filter(({ webhook }) => open.get(webhook)?.conditions.length)
  const excluded = new Set<string>()
  for (let from = 0; from < filtered.length; from += maxWithEvents) {
    const some = filtered.slice(from, from + maxWithEvents)
    const payloads = await deliveries.payloads(some.map(({ event }) => event))
    for (const { id, webhook, event, type } of some) {
      const payload = payloads.get(event)
      if (payload !== undefined && !matchesAll(open.get(webhook)!.conditions, { type, payload }))
        excluded.add(id)
    }
  }
  return excluded
}
