// Deliveries without a row: events before the cursors of the channels that take them.
import {
  type Condition,
  type CustomFilters,
  type Database,
  type Fields,
  filterConditions,
  type ListQuery,
  type RowPage,
  readDatabaseTime,
  step,
  type Table,
  timeOfId,
  type UnitOfWork,
} from '@lms/service-host'
import type { DeliveryRow } from './delivery.entity.ts'
import { deliveryIdOf, placeOfDelivery } from './delivery-id.ts'

/** Channels `l` with events before them, and their cursors `c`. */
export const behindSql = `webhooks.channels l
  join webhooks.cursors c on c.school_id = l.school_id and c.webhook_id = l.webhook_id and not c.caught_up`

/** Whether an event `e` is still before the cursor `c` of a channel `l`. */
export const waitsSql = `e.school_id = l.school_id and e.sequence > c.sequence
  and e.sequence <= coalesce(l.until, 9223372036854775807) and l.number = any(e.takers) and e.sequence <> all(c.done)`

/** These events as deliveries, except the id, which is computed from channel, event and time. */
const asDeliveries = `select e.school_id, e.sequence, l.webhook_id, e.id as event_id, e.type as event_type, e.request_id,
    'pending'::text as status, 0 as attempt_count, e.entered_at as next_attempt_at, null::timestamptz as failed_at,
    false as manual, false as replayed, e.entered_at as created_at
  from webhooks.events e where ${waitsSql}`

const columns = 't.event_id, t.event_type, t.request_id, t.created_at, t.sequence'

/** A row of {@link columns}, after its channel. */
function deliveryOf([number, webhook, event, type, request, entered, sequence]: Fields, school: string) {
  const created_at = readDatabaseTime(entered!)
  const position = { enteredAt: Date.parse(created_at), number: Number(number), sequence: Number(sequence) }
  return {
    school_id: school,
    id: deliveryIdOf(position),
    webhook_id: webhook,
    event_id: event,
    event_type: type,
    status: 'pending',
    attempt_count: 0,
    next_attempt_at: created_at,
    failed_at: null,
    manual: false,
    replayed: false,
    request_id: request,
    created_at,
  } as DeliveryRow
}

interface Placed {
  row: DeliveryRow
  position: string[]
}

/** Those of a page, in its order, up to one more than its limit. */
export async function waitingOf(
  query: ListQuery,
  work: UnitOfWork,
  described: Pick<Table, 'shape'> & { custom: CustomFilters },
): Promise<Placed[]> {
  if (query.nothing) return []
  // The other half adds the warnings.
  const filters = filterConditions({ filters: query.filters, warnings: [] }, described)
  if (!filters) return []
  const falls = isFalling(query)
  const values: (string | null)[] = [work.school]
  const placed = ({ sql, values: parameters }: Condition) => {
    let at = 0
    return sql.replace(/\$/g, () => `$${values.push(parameters[at++] ?? null)}`)
  }
  const conditions = [...filters, ...afterOf(query, falls)].map(condition => ` and ${placed(condition)}`)
  const { rows } = await work.read(
    `select l.number, l.webhook_id, w.* from ${behindSql} cross join lateral (
       select ${columns} from (${asDeliveries}) t where true${conditions.join('')}
       order by t.sequence${falls ? ' desc' : ''} limit ${query.limit + 1}) w
     where l.school_id = $1`,
    values,
  )
  const waiting = rows.map(fields => {
    const row = deliveryOf(fields, work.school)
    return { row, position: [fields[5]!, row.id] }
  })
  return inOrder(waiting, falls).slice(0, query.limit + 1)
}

const isFalling = ({ sort }: ListQuery) => sort.at(-1)?.descending ?? true

/** After a position in the order of (created_at, id); an id sorts by its time, and then by its parts. */
function afterOf({ after }: ListQuery, falls: boolean): Condition[] {
  if (!after) return []
  const [created, id] = after as [string, string]
  const sign = falls ? '<' : '>'
  const gap = timeOfId(id).getTime() - Date.parse(readDatabaseTime(created))
  if (gap !== 0)
    return [{ sql: `t.created_at ${gap > 0 === falls ? `${sign}=` : sign} $`, values: [created] }]
  const { number, sequence } = placeOfDelivery(id)
  const low = sequence % 2 ** 32
  return [
    {
      sql: `(t.created_at, t.sequence >> 32, l.number, t.sequence & 4294967295) ${sign} ($::timestamptz, $::bigint, $::int, $::bigint)`,
      values: [created, String((sequence - low) / 2 ** 32), String(number), String(low)],
    },
  ]
}

function inOrder(deliveries: Placed[], falls: boolean): Placed[] {
  const keyOf = ({ row }: Placed) => `${row.created_at} ${row.id}`
  return deliveries.sort((one, other) => (keyOf(one) < keyOf(other) === falls ? 1 : -1))
}

/**
 * A page of rows and of deliveries without a row, in one order. One that was logged in between is in both: the row
 * counts.
 */
export function withWaiting(
  page: RowPage<DeliveryRow>,
  waiting: readonly Placed[],
  query: ListQuery,
): RowPage<DeliveryRow> {
  if (waiting.length === 0) return page
  const rows = page.rows.map((row, index) => ({ row, position: page.position(index) }))
  const rowIds = new Set(rows.map(({ row }) => row.id))
  const fresh = waiting.filter(({ row }) => !rowIds.has(row.id))
  const all = inOrder([...rows, ...fresh], isFalling(query))
  // If there are more rows, pending deliveries after the last row belong to the next page.
  const end = page.more ? all.findIndex(({ row }) => row === page.rows.at(-1)) + 1 : all.length
  const visible = all.slice(0, Math.min(end, query.limit))
  return {
    rows: visible.map(({ row }) => row),
    more: page.more || all.length > visible.length,
    position: index => visible[index]!.position,
  }
}

/** Those of these ids that have no row yet. */
export async function waitingByIds(ids: readonly string[], work: UnitOfWork): Promise<DeliveryRow[]> {
  const positions = ids.map(placeOfDelivery)
  const list = (of: (position: (typeof positions)[number]) => number) => `{${positions.map(of).join(',')}}`
  const { rows } = await work.read(
    `select l.number, l.webhook_id, ${columns}
     from unnest($2::int[], $3::bigint[]) k(number, sequence)
     join webhooks.channels l on l.school_id = $1 and l.number = k.number
     join webhooks.cursors c on c.school_id = l.school_id and c.webhook_id = l.webhook_id
     cross join lateral (${asDeliveries} and e.sequence = k.sequence) t`,
    [work.school, list(({ number }) => number), list(({ sequence }) => sequence)],
  )
  const requestedIds = new Set(ids)
  return rows.map(fields => deliveryOf(fields, work.school)).filter(({ id }) => requestedIds.has(id))
}

/** Those of a request's events, over all schools. */
export async function waitingForRequest(system: Database, requestId: string): Promise<DeliveryRow[]> {
  const rows = await system.rows(
    step(
      `select l.number, l.webhook_id, ${columns}, t.school_id from ${behindSql}
       join lateral (${asDeliveries} and e.request_id = $1) t on true
       where l.school_id in (select school_id from webhooks.events where request_id = $1)
       order by t.sequence, l.number limit 1000`,
      [requestId],
    ),
  )
  return rows.map(fields => deliveryOf(fields, fields[7]!))
}
