// Sums over a period: of clean months and days from their sums, of days that have changed from the facts themselves. So they are
// exact at every moment.
import { type Condition, textArray, type UnitOfWork } from '@lms/service-host'
import { dateOfDay, dayNumber, dayOfTime, factsOfDay, monthOfDay, zoneOfDatabase } from '../facts/day.ts'
import { divisionOf, ofMonths } from '../facts/division.ts'
import { type FactDimension, type FactKind, factDimensions } from '../facts/fact.ts'
import type { Dimension, TimeStep } from './metrics.ts'
import { timeSteps } from './metrics.ts'
import { type Period, startOf } from './period.ts'

export interface FigureQuery {
  readonly kinds: readonly FactKind[]
  readonly by: readonly Dimension[]
  /** Values of dimensions; of each one of these. */
  readonly only: Readonly<Partial<Record<FactDimension, readonly string[]>>>
  readonly period: Period
  /** The zone of the school. */
  readonly zone: string
}

/** One row of sums. */
export interface Sum {
  readonly kind: FactKind | 'cost'
  readonly by: Readonly<Partial<Record<Dimension, string>>>
  readonly objects: number
  readonly amount: number
  /** Different people; only of `people`. */
  readonly people?: number
}

const isStep = (name: Dimension): name is TimeStep => (timeSteps as readonly string[]).includes(name)
const date = dateOfDay('s.day')
/** Begins of weeks and months, from a day. */
const stepSql: Readonly<Record<TimeStep, string>> = {
  day: `to_char(${date}, 'YYYY-MM-DD')`,
  week: `to_char(date_trunc('week', ${date}), 'YYYY-MM-DD')`,
  month: `to_char(${date}, 'YYYY-MM-01')`,
}

/** Whether figures are of some offers together: an object in two of them is one, which sums of days do not tell. */
const joinsOffers = ({ by, only }: FigureQuery) =>
  !by.includes('offer_id') && (only.offer_id?.length ?? 0) > 1

/**
 * SQL: the number of objects. One in several offers is counted for each of them, and once where they are not told apart; so are
 * visitors of several pages.
 */
function countOf(query: FigureQuery): string {
  if (joinsOffers(query)) return 'count(distinct s.object_id)'
  const isBy = (name: 'offer_id' | 'page') => query.by.includes(name) || query.only[name] !== undefined
  if (isBy('offer_id')) return 'sum(s.parts)'
  return isBy('page') ? `sum(case s.kind when 'visitor' then s.parts else s.objects end)` : 'sum(s.objects)'
}

export class FigureStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /**
   * One query of a school runs at a time, in all processes: it waits for its turn, and fails with 55P03 if that does not
   * come in time. Then each of its statements may take so many milliseconds. The turn ends with the work.
   */
  async takeTurn({ patienceMs, deadlineMs }: { patienceMs: number; deadlineMs: number }): Promise<void> {
    const wait = String(patienceMs)
    await Promise.all([
      this.#work.lock(
        `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $1, true)`,
        [wait],
      ),
      this.#work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `query of figures of ${this.#work.school}`,
      ]),
      this.#work.lock(`select set_config('statement_timeout', $1, true)`, [String(deadlineMs)]),
    ])
  }

  /** The sums of these kinds of facts, divided by these dimensions. */
  async sums(query: FigureQuery): Promise<Sum[]> {
    const { by } = query
    const { sql, values } = await this.#source(query)
    const divided = by.map(name => (isStep(name) ? stepSql[name] : `s.${name}`))
    const group = ['s.kind', ...divided].join(', ')
    const { rows } = await this.#work.read(
      `${sql} select ${group}, ${countOf(query)}, sum(s.amount) from source s group by ${group}`,
      values,
    )
    return rows.map(([kind, ...rest]) => ({
      kind: kind as FactKind,
      by: Object.fromEntries(by.map((name, index) => [name, rest[index]!])),
      objects: Number(rest[by.length]),
      amount: Number(rest[by.length + 1]),
    }))
  }

  /** How many different people have facts of these kinds. Sums of days do not tell: it counts the facts. */
  async people(query: FigureQuery): Promise<Sum[]> {
    const { by } = query
    const { sql, values } = this.#facts(query)
    const divided = by.map(name => (isStep(name) ? stepSql[name] : `s.${name}`))
    const group = ['s.kind', ...divided].join(', ')
    const { rows } = await this.#work.read(
      `${sql} select ${group}, count(distinct s.who) from source s group by ${group}`,
      values,
    )
    return rows.map(([kind, ...rest]) => ({
      kind: kind as FactKind,
      by: Object.fromEntries(by.map((name, index) => [name, rest[index]!])),
      ...{ objects: 0, amount: 0, people: Number(rest[by.length]) },
    }))
  }

  /** How many facts there are of these kinds; it does not count further than `most`. */
  async factCost(query: FigureQuery, most: number): Promise<number> {
    const { sql, values } = this.#facts(query)
    const { rows } = await this.#work.read(
      `${sql} select count(*) from (select from source limit ${most + 1}) s`,
      values,
    )
    return Number(rows[0]![0])
  }

  /** How many rows the sums are made of; it does not count further than `most`. */
  async cost(query: FigureQuery, most: number): Promise<number> {
    const { sql, values } = await this.#source(query)
    const { rows } = await this.#work.read(
      `${sql} select count(*) from (select from source limit ${most + 1}) s`,
      values,
    )
    return Number(rows[0]![0])
  }

  /**
   * The months of a period that are summed up, by their first days and those of the next ones; null while there are no sums in the
   * zone: they are made for a new one, and facts alone count.
   */
  async #months({ period, zone, by }: FigureQuery): Promise<readonly Days[] | null> {
    const apart = by.includes('day') || by.includes('week')
    const { rows } = await this.#work.read(
      `select m.month, ${monthOfDay('m.month', 1)} from "analytics"."states" s
       left join "analytics"."summed_months" m on m.school_id = $1 and m.month >= $3::int
         and ${monthOfDay('m.month', 1)} <= $4::int and not $5::boolean
         and not exists (select from "analytics"."dirty_days" d where d.school_id = $1 and d.day >= m.month
           and d.day < ${monthOfDay('m.month', 1)})
       where s.school_id = $1 and s.zone = $2 order by 1`,
      [
        this.#work.school,
        zone,
        String(dayNumber(period.from)),
        String(dayNumber(period.to)),
        apart ? 't' : 'f',
      ],
    )
    if (rows.length === 0) return null
    return rows.flatMap(([from, to]) => (from ? [{ from: Number(from), to: Number(to) }] : []))
  }

  /** The facts themselves. */
  #facts({ kinds, only, period, zone }: FigureQuery): Condition {
    const { values, put, conditions } = conditionsOf(this.#work.school, { kinds, only, zone })
    const filter = conditions('f')
    const [from, to] = [startOf(period.from, zone), startOf(period.to, zone)].map(put)
    const visits = visitsOf({ kinds, only, period }, put)
    return {
      sql: `with source as (select ${factColumns}, f.object_id, coalesce(f.user_id, f.visitor) as who from "analytics"."facts" f
        where f.school_id = $1${filter} and f.at >= ${from}::timestamptz and f.at < ${to}::timestamptz
        ${visits && `union all select v.*, '', null from (${visits}) v`})`,
      values,
    }
  }

  async #source(query: FigureQuery): Promise<Condition> {
    const { kinds, by, only, period, zone } = query
    const dimensions = [...by.filter(name => !isStep(name)), ...Object.keys(only)] as FactDimension[]
    const division = divisionOf(kinds, dimensions)
    const months = division === null || joinsOffers(query) ? null : await this.#months(query)
    if (months === null) return this.#facts(query)
    const { values, put, conditions } = conditionsOf(this.#work.school, { kinds, only, zone })
    const days = { from: dayNumber(period.from), to: dayNumber(period.to) }
    const [from, to] = [days.from, days.to].map(day => `${put(String(day))}::int`)
    const gaps = gapsIn(days, months)
    const [begins, ends, firsts] = [
      gaps.map(gap => gap.from),
      gaps.map(gap => gap.to),
      months.map(each => each.from),
    ].map(numbers => `${put(textArray(numbers.map(String)))}::int[]`)
    const sums = `d.day, d.kind, ${factDimensions.map(name => `d.${name}`).join(', ')}, d.objects, d.parts, d.amount`
    const [ofSums, ofFacts] = [conditions('d'), conditions('f')]
    const visits = visitsOf(query, put)
    return {
      sql: `with dirty as (select day from "analytics"."dirty_days" where school_id = $1 and day >= ${from} and day < ${to}),
        source as (
          select d.* from unnest(${begins}, ${ends}) gap(begin_day, end_day) cross join lateral (
            select ${sums} from "analytics"."day_sums" d
            where d.school_id = $1 and d.division = '${division}' and d.day >= gap.begin_day and d.day < gap.end_day${ofSums}
              and not exists (select from dirty where dirty.day = d.day)) d
          union all
          select ${sums} from "analytics"."day_sums" d
          where d.school_id = $1 and d.division = '${division}${ofMonths}' and d.day = any(${firsts})${ofSums}
          union all
          select ${factColumns} from dirty cross join lateral (${factsOfDay('dirty.day', '$3', ofFacts)}) f
          ${visits && `union all ${visits}`})`,
      values,
    }
  }
}

/** Days by their numbers, up to one that is no part of them. */
interface Days {
  readonly from: number
  readonly to: number
}

/** What is left of days without some of them, which are in their order. */
function gapsIn(days: Days, months: readonly Days[]): Days[] {
  const begins = [days.from, ...months.map(({ to }) => to)]
  const ends = [...months.map(({ from }) => from), days.to]
  return begins.map((from, index) => ({ from, to: ends[index]! })).filter(({ from, to }) => from < to)
}

/** The columns of a fact in place of those of a sum; `$3` is the zone. */
const factColumns = `${dayOfTime('f.at', '$3')} as day, f.kind, ${factDimensions
  .map(name => `f.${name}`)
  .join(', ')}, f.first::int as objects, 1 as parts, f.amount`

/** The columns of visits; no other dimension has a value. */
const visitDimensions: readonly FactDimension[] = ['page', 'source', 'medium', 'campaign']
const visitColumns = factDimensions.map(name => (visitDimensions.includes(name) ? `c.${name}` : `''`))

/** SQL: the counts of visitors of a period, with the columns of sums of days; empty where nobody asks for them. */
function visitsOf(
  { kinds, only, period }: Pick<FigureQuery, 'kinds' | 'only' | 'period'>,
  put: (value: string) => string,
): string {
  if (!kinds.includes('visitor')) return ''
  const [from, to] = [period.from, period.to].map(day => `${put(String(dayNumber(day)))}::int`)
  const conditions = visitDimensions.flatMap(name => {
    const some = only[name]
    return some ? [` and c.${name} = any(${put(textArray(some))}::text[])`] : []
  })
  return `select c.day, 'visitor', ${visitColumns.join(', ')}, c.entries, c.visitors, 0 from "analytics"."visit_counts" c
    where c.school_id = $1 and c.day >= ${from} and c.day < ${to}${conditions.join('')}`
}

/** The parameters of a source, and the conditions on rows of an alias. */
function conditionsOf(school: string, { kinds, only, zone }: Pick<FigureQuery, 'kinds' | 'only' | 'zone'>) {
  const values: string[] = [school, textArray(kinds), zoneOfDatabase(zone)]
  const put = (value: string) => `$${values.push(value)}`
  const allowed = Object.entries(only).map(([name, some]) => [name, put(textArray(some))] as const)
  const conditions = (alias: string) =>
    ` and ${alias}.kind = any($2::text[])${allowed
      .map(([name, some]) => ` and ${alias}.${name} = any(${some}::text[])`)
      .join('')}`
  return { values, put, conditions }
}
