// Statements about the events of people. No value of a rule becomes part of their text.
import type { PropertyName } from '../facts/event-properties.ts'
import { eventDays } from '../facts/fact.rules.ts'
import { type Counted, type Ends, type EventQuery, type EventQuestion, partsOf } from './event-leaf.ts'
import { momentOf, windowOf } from './rule-times.ts'

/** `$` stands for each value in turn. */
export interface Compiled {
  readonly sql: string
  readonly values: readonly string[]
}

/** How a statement names the person and the school. */
interface Names {
  readonly person: string
  readonly school: string
}

const dayMs = 24 * 3600_000
const timeOf = (ms: number) => new Date(ms).toISOString()
const hours = (days: number) => `${days * 24} hours`
const columnOf = ({ end }: Ends, alias: string) => `${alias}.${end === 'first' ? 'first_at' : 'last_at'}`

/** The rows of `person_counts` of one count, as `c`. */
const counts = ({ type, subject }: Counted, { person, school }: Names): Compiled => ({
  sql: `from "crm"."person_counts" c where c.school_id = ${school} and c.user_id = ${person} and c.type = $ and c.subject = $`,
  values: [type, subject],
})

/** The events of a type with the properties, as `e`. */
function events({ type, where }: Pick<EventQuery, 'type' | 'where'>, { person, school }: Names): Compiled {
  const { has, ranges } = partsOf(where)
  const bounds = ranges.flatMap(({ name, at_least, at_most }) => [
    ...(at_least === null ? [] : [{ sql: `${numberAt(name)} >= $::numeric`, value: String(at_least) }]),
    ...(at_most === null ? [] : [{ sql: `${numberAt(name)} <= $::numeric`, value: String(at_most) }]),
  ])
  const parts = [...(has ? [{ sql: 'e.properties @> $::jsonb', value: JSON.stringify(has) }] : []), ...bounds]
  return {
    sql: `e.school_id = ${school} and e.user_id = ${person} and e.type = $${parts.map(({ sql }) => ` and ${sql}`).join('')}`,
    values: [type, ...parts.map(({ value }) => value)],
  }
}

const numberAt = (name: PropertyName) => `(e.properties ->> '${name}')::numeric`

const ofRow: Names = { person: 'p.user_id', school: 'p.school_id' }

/** Whether a question is answered with yes, about `p`; `bounds` are of the time at an end. */
export function compileQuestion(
  question: EventQuestion,
  bounds: (column: string) => Compiled,
  now: number,
): Compiled {
  if (question.by === 'end') {
    const [rows, between] = [counts(question.end, ofRow), bounds(columnOf(question.end, 'c'))]
    return {
      sql: `exists (select ${rows.sql} and ${between.sql})`,
      values: [...rows.values, ...between.values],
    }
  }
  if (question.by === 'count') {
    const rows = counts(question.counted, ofRow)
    return negated(question.not, {
      sql: `exists (select ${rows.sql} and c.number >= $::bigint)`,
      values: [...rows.values, String(question.times)],
    })
  }
  const { query, days, zone, not } = question
  if (query.after) return sinceAnother({ ...query, after: query.after }, days, not, now)
  const own = events(query, ofRow)
  const since = timeOf(momentOf(windowOf({ within_days: days, zone })!, now))
  return negated(
    not,
    atLeast(query.times, {
      sql: `from "crm"."person_events" e where ${own.sql} and e.at >= $::timestamptz`,
      values: [...own.values, since],
    }),
  )
}

const negated = (not: boolean, { sql, values }: Compiled): Compiled => ({
  sql: not ? `(not ${sql})` : sql,
  values,
})

function atLeast(times: number, { sql, values }: Compiled): Compiled {
  if (times === 1) return { sql: `exists (select ${sql})`, values }
  return {
    sql: `(select count(*) from (select ${sql} limit $::int) few) >= $::int`,
    values: [...values, String(times), String(times)],
  }
}

/** In the days since another event, as long as the events since then are kept; that it did not happen is known at their end. */
function sinceAnother(
  query: EventQuery & { after: Ends },
  days: number,
  not: boolean,
  now: number,
): Compiled {
  const [anchor, own] = [counts(query.after, ofRow), events(query, ofRow)]
  const column = columnOf(query.after, 'c')
  const happened = atLeast(query.times, {
    sql: `from "crm"."person_events" e where ${own.sql} and e.at >= ${column} and e.at <= ${column} + $::interval`,
    values: [...own.values, hours(days)],
  })
  const over = not ? ` and ${column} < $::timestamptz` : ''
  return {
    sql: `exists (select ${anchor.sql} and ${column} > $::timestamptz${over} and ${negated(not, happened).sql})`,
    values: [
      ...anchor.values,
      timeOf(now - eventDays * dayMs),
      ...(not ? [timeOf(now - days * dayMs)] : []),
      ...happened.values,
    ],
  }
}
