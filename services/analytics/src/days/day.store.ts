// Sums of days. They are never incremented: a day whose facts have changed is summed up anew.
import { textArray, type UnitOfWork } from '@lms/service-host'
import { dayOfTime, factsOfDay, zoneOfDatabase } from '../facts/day.ts'
import { type DivisionName, divisionNames, divisions } from '../facts/division.ts'
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
    this.#work.write('delete from "analytics"."day_sums" where school_id = $1 and day = any($2::int[])', [
      this.#work.school,
      days,
    ])
    for (const name of divisionNames)
      this.#work.write(sumUpSql(name), [this.#work.school, days, zoneOfDatabase(zone)])
    return rows.length
  }

  /** Forgets all sums, and has all days with facts summed up anew. Lock the facts before. */
  forget(zone: string): void {
    this.#work.write('delete from "analytics"."day_sums" where school_id = $1', [this.#work.school])
    this.#work.write('delete from "analytics"."dirty_days" where school_id = $1', [this.#work.school])
    this.#work.write(
      `insert into "analytics"."dirty_days" (school_id, day)
       select distinct $1, ${dayOfTime('at', '$2')} from "analytics"."facts" where school_id = $1`,
      [this.#work.school, zoneOfDatabase(zone)],
    )
  }
}
