import { type Envelope, type Id, valuesAt } from '@lms/contract'
import { readDatabaseTime, textArray } from '@lms/service-host'
import { builder } from '../builder.ts'
import { history } from './history.contract.ts'

const pageSize = 500
/** A page ends with the event that exceeds it. */
const pageBytes = 4_000_000
/** Maximum values of one path. */
const maxValues = 100

/** What the payload of an event has at these paths. */
function readValues(payload: string, paths: readonly string[]) {
  const { related, data } = JSON.parse(payload) as Envelope
  const found = paths.flatMap(path => {
    const values = valuesAt(data.object, path, maxValues).filter(
      value => value !== null && typeof value !== 'object',
    )
    return values.length ? [[path, values]] : []
  })
  return {
    imported: data.imported === true,
    related,
    values: Object.fromEntries(found) as Record<string, unknown[]>,
  }
}

export const historyHandlers = builder.implement(history, {
  aboutPeople: async ({ body, work }) => {
    // By the primary key: every event is in one page, also one that enters the journal late, if its id is later.
    const { rows } = await work.read(
      `select id, type, user_id, created_at, payload, length from (
         select *, count(*) over () as length,
           sum(octet_length(payload)) over (order by id rows between unbounded preceding and current row) - octet_length(payload) as bytes
         from (select id, type, user_id, created_at, payload from webhooks.events
           where school_id = $1 and id > $2 and user_id is not null and type = any($3::text[]) order by id limit ${pageSize}) p
       ) e where bytes < ${pageBytes} order by id`,
      [work.school, body.after ?? '', textArray(body.types)],
    )
    const events = rows.map(([id, type, user_id, at, payload]) => ({
      id: id as Id<'evt'>,
      type: type!,
      user_id: user_id as Id<'usr'>,
      at: readDatabaseTime(at!),
      ...readValues(payload!, body.paths),
    }))
    const length = Number(rows[0]?.[5] ?? 0)
    const more = length === pageSize || length > events.length
    return { events, next: more ? events.at(-1)!.id : null }
  },

  upTo: async ({ body, work }) => {
    const { rows } = await work.read(
      `select sequence, created_at from webhooks.events where school_id = $1 and sequence <= least(
         (select e.sequence from webhooks.events e where e.school_id = $1 and e.id = $2),
         (select min(b.sequence) - 1 from webhooks.events b where b.school_id = $1 and b.id = any($3::text[])))
         and exists (select from webhooks.events e where e.school_id = $1 and e.id = $2)
       order by sequence desc limit 1`,
      [work.school, body.event_id, textArray(body.before)],
    )
    const [row] = rows
    return row ? { sequence: Number(row[0]), at: readDatabaseTime(row[1]!) } : { sequence: null, at: null }
  },

  last: async ({ work }) => {
    const { rows } = await work.read(
      `select s.last, e.id, e.created_at from webhooks.sequences s
       left join lateral (select id, created_at from webhooks.events
         where school_id = s.school_id order by sequence desc limit 1) e on true
       where s.school_id = $1`,
      [work.school],
    )
    const [last, event_id, at] = rows[0] ?? []
    return {
      sequence: last === undefined ? null : Number(last),
      event_id: (event_id ?? null) as Id<'evt'> | null,
      at: at ? readDatabaseTime(at) : null,
    }
  },
})
