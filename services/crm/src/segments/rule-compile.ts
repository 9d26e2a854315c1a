// One statement for a rule about all people of a school. No value of a rule becomes part of its text.
import { textArray } from '@lms/service-host'
import { folded, thousandths } from '../facts/fact.rules.ts'
import { kindOf, type Rule, typeOf } from './rule.ts'
import type { Leaf } from './rule-leaves.ts'
import { momentOf, windowOf } from './rule-times.ts'

/** A condition about `p`, a row of `person_states`; `$` stands for each value in turn. */
export interface Compiled {
  readonly sql: string
  readonly values: readonly string[]
}

const mine = (alias: string) => `${alias}.school_id = p.school_id and ${alias}.user_id = p.user_id`
const timeOf = (ms: number) => new Date(ms).toISOString()

/** The people of whom the rule holds at `now`. */
export function compile(rule: Rule, now: number): Compiled {
  const { sql, values } = compiled(rule, now)
  return { sql: `p.here and ${sql}`, values }
}

function compiled(rule: Rule, now: number): Compiled {
  if ('and' in rule) return joined(rule.and, ' and ', now)
  if ('or' in rule) return joined(together(rule.or), ' or ', now)
  if ('not' in rule) {
    const { sql, values } = compiled(rule.not, now)
    return { sql: `(not ${sql})`, values }
  }
  return leafSql(rule, now)
}

/**
 * Alternatives of one field are one question: six values of a field that a million people have took Postgres 12 s one by one,
 * and take 1.2 s together.
 */
function together(rules: readonly Rule[]): Rule[] {
  const alternatives = new Map<string, (string | number | boolean)[]>()
  const others: Rule[] = []
  for (const rule of rules) {
    const values = 'field' in rule ? (rule.in ?? (rule.equals === undefined ? null : [rule.equals])) : null
    if (values === null) others.push(rule)
    else {
      const { field } = rule as { field: string }
      alternatives.set(field, [...(alternatives.get(field) ?? []), ...values])
    }
  }
  return [...[...alternatives].map(([field, values]) => ({ field, in: values }) as Rule), ...others]
}

function joined(rules: readonly Rule[], word: string, now: number): Compiled {
  const parts = rules.map(each => compiled(each, now))
  return {
    sql: `(${parts.map(({ sql }) => sql).join(word)})`,
    values: parts.flatMap(({ values }) => values),
  }
}

function leafSql(leaf: Leaf, now: number): Compiled {
  if ('segment' in leaf)
    return {
      sql: `exists (select from "crm"."segments" s join "crm"."segment_people" m
        on m.school_id = s.school_id and m.segment_id = s.id and m.generation = s.generation
        where s.school_id = p.school_id and s.id = $ and m.id = p.user_id and m.member)`,
      values: [leaf.segment],
    }
  if ('event' in leaf) return happened(leaf.event, leaf.at_least, leaf, now)
  if ('did_not' in leaf) {
    const { sql, values } = happened(leaf.did_not, 1, leaf, now)
    return { sql: `(not ${sql})`, values }
  }
  if ('first' in leaf || 'last' in leaf) {
    const bounds = between('first' in leaf ? 'c.first_at' : 'c.last_at', leaf, now)
    return counted(typeOf(leaf)!, bounds)
  }
  if ('spent' in leaf) {
    const bounds = range(leaf.at_least, leaf.at_most)
    const number = `coalesce((select f.number from "crm"."person_facts" f
      where ${mine('f')} and f.kind = 'spent' and f.key = $), 0)`
    return {
      sql: `(${bounds.map(({ sign }) => `${number} ${sign} $::bigint`).join(' and ')})`,
      values: bounds.flatMap(({ value }) => [leaf.spent, value]),
    }
  }
  const kind = kindOf(leaf)
  const key = (leaf as unknown as Record<string, string>)[kind]!
  const about = (sql: string, values: readonly string[] = []): Compiled => ({
    sql: `exists (select from "crm"."person_facts" f where ${mine('f')} and f.kind = '${kind}' and f.key = $${sql})`,
    values: [key, ...values],
  })
  if ('access' in leaf) return about(' and (f.at is null or f.at > $::timestamptz)', [timeOf(now)])
  if (!('field' in leaf) || leaf.exists) return about('')
  if (leaf.equals !== undefined || leaf.in) {
    const expectedValues = leaf.in ?? [leaf.equals!]
    const numbers = expectedValues.filter(value => typeof value === 'number')
    const texts = expectedValues
      .filter(value => typeof value !== 'number')
      .map(value => folded(String(value)))
    // Only the columns that can be equal: with both, Postgres reads rows in place of one index.
    const columns = [
      ...(texts.length ? [{ sql: 'f.text = any($::text[])', value: textArray(texts) }] : []),
      ...(numbers.length
        ? [
            {
              sql: 'f.number = any($::bigint[])',
              value: textArray(numbers.map(number => String(thousandths(number)))),
            },
          ]
        : []),
    ]
    return about(
      ` and (${columns.map(({ sql }) => sql).join(' or ')})`,
      columns.map(({ value }) => value),
    )
  }
  if (leaf.since || leaf.before) {
    const bounds = between('f.at', leaf, now)
    return about(` and ${bounds.sql}`, bounds.values)
  }
  const inThousandths = (bound: number | undefined) => (bound === undefined ? undefined : thousandths(bound))
  const bounds = range(inThousandths(leaf.at_least), inThousandths(leaf.at_most))
  return about(
    bounds.map(({ sign }) => ` and f.number ${sign} $::bigint`).join(''),
    bounds.map(({ value }) => value),
  )
}

type Between = Pick<Extract<Leaf, { first: string }>, 'since' | 'before'>

function between(column: string, { since, before }: Between, now: number): Compiled {
  const bounds = [
    ...(since ? [{ sign: '>=', at: momentOf(since, now) }] : []),
    ...(before ? [{ sign: '<', at: momentOf(before, now) }] : []),
  ]
  return {
    sql: bounds.map(({ sign }) => `${column} ${sign} $::timestamptz`).join(' and '),
    values: bounds.map(({ at }) => timeOf(at)),
  }
}

const range = (at_least: number | undefined, at_most: number | undefined) => [
  ...(at_least === undefined ? [] : [{ sign: '>=', value: String(at_least) }]),
  ...(at_most === undefined ? [] : [{ sign: '<=', value: String(at_most) }]),
]

const counted = (type: string, { sql, values }: Compiled): Compiled => ({
  sql: `exists (select from "crm"."person_counts" c where ${mine('c')} and c.type = $ and ${sql})`,
  values: [type, ...values],
})

type Window = Pick<Extract<Leaf, { event: string }>, 'within_days' | 'zone'>

function happened(type: string, times: number, window: Window, now: number): Compiled {
  const since = windowOf(window)
  if (!since) return counted(type, { sql: 'c.number >= $::bigint', values: [String(times)] })
  const values = [type, timeOf(momentOf(since, now))]
  const events = `from "crm"."person_events" e where ${mine('e')} and e.type = $ and e.at >= $::timestamptz`
  if (times === 1) return { sql: `exists (select ${events})`, values }
  return {
    sql: `(select count(*) from (select ${events} limit $::int) few) >= $::int`,
    values: [...values, String(times), String(times)],
  }
}
