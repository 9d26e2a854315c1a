// One statement for a rule about all people of a school. No value of a rule becomes part of its text.
import { textArray } from '@lms/service-host'
import { folded, longestText, thousandths } from '../facts/fact.rules.ts'
import type { Bases } from '../settings/topic.ts'
import { isEventLeaf, questionOf } from './event-leaf.ts'
import { type Compiled, compileQuestion } from './event-sql.ts'
import { type Condition, conditionsOf } from './reachable-leaf.ts'
import { kindOf, type Rule } from './rule.ts'
import type { Between } from './rule-bounds.ts'
import { nearDays, numbersOf, zoneOfDays } from './rule-dates.ts'
import type { Leaf, LeafOf } from './rule-leaves.ts'
import { momentOf } from './rule-times.ts'

const mine = (alias: string) => `${alias}.school_id = p.school_id and ${alias}.user_id = p.user_id`
const timeOf = (ms: number) => new Date(ms).toISOString()

/** When a rule is asked, and what the topics of the school are based on. */
interface At {
  readonly now: number
  readonly bases: Bases
}

/** The people of whom the rule holds at `now`: a condition about `p`, a row of `person_states`. */
export function compile(rule: Rule, now: number, bases: Bases): Compiled {
  const { sql, values } = compiled(rule, { now, bases })
  return { sql: `p.here and ${sql}`, values }
}

function compiled(rule: Rule, at: At): Compiled {
  if ('and' in rule) return joined(rule.and, ' and ', at)
  if ('or' in rule) return joined(together(rule.or), ' or ', at)
  if ('not' in rule) {
    const { sql, values } = compiled(rule.not, at)
    return { sql: `(not ${sql})`, values }
  }
  return leafSql(rule, at)
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

function joined(rules: readonly Rule[], word: string, at: At): Compiled {
  const parts = rules.map(each => compiled(each, at))
  return {
    sql: `(${parts.map(({ sql }) => sql).join(word)})`,
    values: parts.flatMap(({ values }) => values),
  }
}

function leafSql(leaf: Leaf, { now, bases }: At): Compiled {
  if ('reachable' in leaf) return reachableSql(leaf, bases)
  if ('segment' in leaf)
    return {
      sql: `exists (select from "crm"."segments" s join "crm"."segment_people" m
        on m.school_id = s.school_id and m.segment_id = s.id and m.generation = s.generation
        where s.school_id = p.school_id and s.id = $ and m.id = p.user_id and m.member)`,
      values: [leaf.segment],
    }
  if (isEventLeaf(leaf)) {
    const bounds: Between = 'first' in leaf || 'last' in leaf ? leaf : {}
    return compileQuestion(questionOf(leaf), column => between(column, bounds, now), now)
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
  if ('access' in leaf) {
    if (!leaf.ends) return about(' and (f.at is null or f.at > $::timestamptz)', [timeOf(now)])
    const bounds = between('f.at', leaf.ends, now)
    return about(` and f.at > $::timestamptz and ${bounds.sql}`, [timeOf(now), ...bounds.values])
  }
  if (!('field' in leaf) || leaf.exists) return about('')
  const condition = textOrDateSql(leaf, now)
  if (condition) return about(` and ${condition.sql}`, condition.values)
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

/** All that reaching a person takes. */
function reachableSql(leaf: LeafOf<'reachable'>, bases: Bases): Compiled {
  const conditions = conditionsOf(leaf, bases.get(leaf.reachable) ?? null)
  return {
    sql: `(${conditions.map(conditionSql).join(' and ')})`,
    values: conditions.flatMap(({ keys, text }) => [textArray(keys), ...(text === null ? [] : [text])]),
  }
}

const conditionSql = ({ kind, text, present }: Condition) =>
  `${present ? '' : 'not '}exists (select from "crm"."person_facts" f where ${mine('f')} and f.kind = '${kind}'
    and f.key = any($::text[])${text === null ? '' : ' and f.text = $'})`

/** A condition about the text or the day of a fact `f`; null if the leaf asks for neither. */
function textOrDateSql(leaf: LeafOf<'field'>, now: number): Compiled | null {
  if (leaf.contains !== undefined) return { sql: 'strpos(f.text, $) > 0', values: [folded(leaf.contains)] }
  if (leaf.starts !== undefined) return { sql: 'starts_with(f.text, $)', values: [folded(leaf.starts)] }
  if (leaf.ends !== undefined) {
    // Of a longer text the end is not kept.
    const end = folded(leaf.ends)
    return {
      sql: `right(f.text, char_length($)) = $ and char_length(f.text) <= ${longestText}`,
      values: [end, end],
    }
  }
  const zone = zoneOfDays(leaf)
  if (leaf.anniversary)
    return {
      sql: "to_char(f.at at time zone $, 'MM-DD') = any($::text[])",
      values: [zone, textArray(nearDays(leaf.anniversary, now))],
    }
  if (!leaf.date) return null
  const parts = Object.entries(numbersOf(leaf.date, now)).filter(([, value]) => value !== undefined)
  return {
    sql: parts
      .map(
        ([part]) => `extract(${sqlParts[part as keyof typeof sqlParts]} from f.at at time zone $) = $::int`,
      )
      .join(' and '),
    values: parts.flatMap(([, value]) => [zone, String(value)]),
  }
}

const sqlParts = { month: 'month', day: 'day', year: 'year', weekday: 'isodow' } as const

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
