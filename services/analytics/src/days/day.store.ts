// Sums of days. They are never incremented: a day whose facts have changed is summed up anew.
import { textArray, type UnitOfWork } from '@lms/service-host'
import { dayOfTime, factsOfDay, zoneOfDatabase } from '../facts/day.ts'
import { factDimensions } from '../facts/fact.ts'

/** Days of one step. */
const atOnce = 30

const dimensions = factDimensions.join(', ')

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
    this.#work.write(
      `insert into "analytics"."day_sums" (school_id, day, kind, ${dimensions}, objects, parts, amount)
       select $1, d.day, f.kind, ${dimensions}, count(*) filter (where f.first), count(*), sum(f.amount)
       from unnest($2::int[]) d(day) cross join lateral (${factsOfDay('d.day', '$3')}) f
       group by d.day, f.kind, ${dimensions}`,
      [this.#work.school, days, zoneOfDatabase(zone)],
    )
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
