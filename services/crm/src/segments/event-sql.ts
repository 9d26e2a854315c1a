// Statements about the events of people. No value of a rule becomes part of their text.
import type { PropertyName } from '../facts/event-properties.ts'
import { eventDays } from '../facts/fact.rules.ts'
import type { Counted, Ends, EventQuery, EventQuestion, Where } from './event-leaf.ts'
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
  const parts = (Object.keys(where) as PropertyName[]).map(name => ofProperty(name, where[name]!))
  return {
    sql: `e.school_id = ${school} and e.user_id = ${person} and e.type = $${parts.map(({ sql }) => ` and ${sql}`).join('')}`,
    values: [type, ...parts.flatMap(({ values }) => values)],
  }
}

function ofProperty(name: PropertyName, value: NonNullable<Where[PropertyName]>): Compiled {
  if (typeof value !== 'object')
    // A list contains a single value.
    return { sql: `e.properties -> '${name}' @> $::jsonb`, values: [JSON.stringify(value)] }
  const bounds = [
    ...(value.at_least === undefined ? [] : [{ sign: '>=', value: String(value.at_least) }]),
    ...(value.at_most === undefined ? [] : [{ sign: '<=', value: String(value.at_most) }]),
  ]
  return {
    sql: bounds.map(({ sign }) => `(e.properties ->> '${name}')::numeric ${sign} $::numeric`).join(' and '),
    values: bounds.map(({ value }) => value),
  }
}

/** The times of the latest events of a query, or of the first ones since another event. */
export function selectEvents(query: EventQuery, names: Names): Compiled {
  const own = events(query, names)
  if (!query.after)
    return {
      sql: `select e.at from "crm"."person_events" e where ${own.sql} order by e.at desc limit $::int`,
      values: [...own.values, String(query.times)],
    }
  const anchor = counts(query.after, names)
  return {
    sql: `select e.at from (select ${columnOf(query.after, 'c')} as since ${anchor.sql}) a
      join "crm"."person_events" e on e.at >= a.since and ${own.sql} order by e.at limit $::int`,
    values: [...anchor.values, ...own.values, String(query.times)],
  }
}

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
