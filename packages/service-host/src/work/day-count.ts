// Counts of a day of UTC, from the rows of a school.
import type { UnitOfWork } from './unit-of-work.ts'

/** Counts what a school has used on a day, from its rows; `from` and `till` are its beginning and its end. */
export type DayCount = (work: UnitOfWork, day: { day: string; from: string; till: string }) => Promise<number>

/** Counts the objects of a table that were created on the day; the table has an index of its school and `created_at`. */
export const createdInDay =
  (table: string): DayCount =>
  async (work, { from, till }) => {
    const { rows } = await work.read(
      `select count(*) from ${table} where school_id = $1 and created_at >= $2 and created_at < $3`,
      [work.school, from, till],
    )
    return Number(rows[0]![0])
  }
