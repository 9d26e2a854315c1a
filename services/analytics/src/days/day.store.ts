// Sums of days, and of months that are over. They are never incremented: a day whose facts have changed is summed up anew.
import { textArray, type UnitOfWork } from '@lms/service-host'
import { dayOfTime, factsOfDay, monthOfDay, zoneOfDatabase } from '../facts/day.ts'
import { type DivisionName, divisionNames, divisions, ofMonths } from '../facts/division.ts'
import { type FactDimension, factDimensions } from '../facts/fact.ts'

/** Days of one step. */
const atOnce = 30

/** Sums up days of a school by a division. */
function sumUpSql(name: DivisionName): string {
  const { by, kinds } = divisions[name]
  const own: readonly FactDimension[] = by
  const dimensions = factDimensions.map(each => (own.includes(each) ? `f.${each}` : `''`)).join(', ')
  const filter = kinds ? ` and f.kind = any('{${kinds.join(',')}}')` : ''
  return `insert into "analytics"."day_sums" (school_id, division, day, kind, ${factDimensions.join(', ')}, objects, parts, amount)
    select $1, '${name}', d.day, f.kind, ${dimensions}, count(*) filter (where f.first), count(*), sum(f.amount)
    from unnest($2::int[]) d(day) cross join lateral (${factsOfDay('d.day', '$3', filter)}) f
    group by d.day, f.kind, ${own.map(each => `f.${each}`).join(', ')}`
}

/** Sums up months of a school from the sums of their days. */
const sumUpMonthsSql = `
  insert into "analytics"."day_sums" (school_id, division, day, kind, ${factDimensions.join(', ')}, objects, parts, amount)
  select $1, d.division || '${ofMonths}', m.month, d.kind, ${factDimensions.map(name => `d.${name}`).join(', ')},
    sum(d.objects), sum(d.parts), sum(d.amount)
  from unnest($2::int[]) m(month) cross join unnest($3::text[]) n
    cross join lateral (select * from "analytics"."day_sums" d where d.school_id = $1 and d.division = n
      and d.day >= m.month and d.day < ${monthOfDay('m.month', 1)} offset 0) d
  group by d.division, m.month, d.kind, ${factDimensions.map(name => `d.${name}`).join(', ')}`

export class DayStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Sums up some of the days that have changed, the youngest first; how many. Lock the facts before. */
  async recompute(zone: string): Promise<number> {
    const { rows } = await this.#work.lock(
      `delete from "analytics"."dirty_days" where school_id = $1 and day = any(array(
         select day from "analytics"."dirty_days" where school_id = $1 order by day desc limit ${atOnce})) returning day`,
      [this.#work.school],
    )
    if (rows.length === 0) return 0
    const days = textArray(rows.map(([day]) => day!))
    this.#work.write(
      `delete from "analytics"."day_sums" where school_id = $1 and division = any($3::text[]) and day = any($2::int[])`,
      [this.#work.school, days, textArray(divisionNames)],
    )
    for (const name of divisionNames)
      this.#work.write(sumUpSql(name), [this.#work.school, days, zoneOfDatabase(zone)])
    await this.#sumUpMonths(days, zone)
    return rows.length
  }

  /**
   * Sums up months that are over and have no dirty day: those of days that have just been summed up, and the last one, if
   * nobody has since it ended.
   */
  async #sumUpMonths(days: string, zone: string): Promise<void> {
    const { school, now } = this.#work
    const today = dayOfTime('$4::timestamptz', '$3')
    const { rows } = await this.#work.lock(
      `with changed as (select distinct ${monthOfDay('d')} as month from unnest($2::int[]) d),
         candidate as (select month from changed union
           select ${monthOfDay(today, -1)} where not exists (select from "analytics"."summed_months"
             where school_id = $1 and month = ${monthOfDay(today, -1)}))
       insert into "analytics"."summed_months" as s (school_id, month)
       select $1, c.month from candidate c
       where c.month < ${monthOfDay(today)} and not exists (select from "analytics"."dirty_days" d
         where d.school_id = $1 and d.day >= c.month and d.day < ${monthOfDay('c.month', 1)})
       order by c.month on conflict (school_id, month) do update set month = s.month returning month`,
      [school, days, zoneOfDatabase(zone), now],
    )
    if (rows.length === 0) return
    const months = textArray(rows.map(([month]) => month!))
    const divisions = textArray(divisionNames)
    this.#work.write(
      `delete from "analytics"."day_sums" where school_id = $1
         and division = any(array(select n || '${ofMonths}' from unnest($3::text[]) n)) and day = any($2::int[])`,
      [school, months, divisions],
    )
    this.#work.write(sumUpMonthsSql, [school, months, divisions])
  }

  /** Forgets all sums, and has all days with facts summed up anew. Lock the facts before. */
  forget(zone: string): void {
    this.#work.write('delete from "analytics"."day_sums" where school_id = $1', [this.#work.school])
    this.#work.write('delete from "analytics"."summed_months" where school_id = $1', [this.#work.school])
    this.#work.write('delete from "analytics"."dirty_days" where school_id = $1', [this.#work.school])
    this.#work.write(
      `insert into "analytics"."dirty_days" (school_id, day)
       select distinct $1, ${dayOfTime('at', '$2')} from "analytics"."facts" where school_id = $1`,
      [this.#work.school, zoneOfDatabase(zone)],
    )
  }
}
