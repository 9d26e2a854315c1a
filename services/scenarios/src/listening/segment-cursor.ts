// Up to when the entries into the segments of a school are known. The task that follows them begins anew whenever a scenario
// is switched on, and would lose what crm could not tell meanwhile.
import { column, readDatabaseTime, tenantEntity, type UnitOfWork } from '@lms/service-host'

export const SegmentCursorEntity = tenantEntity(
  'scenarios',
  'segment_cursors',
  { known_until: column.time() },
  { archive: 'rows' },
)

export class SegmentCursorStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The time, in milliseconds; null while nothing is followed. */
  async knownUntil(): Promise<number | null> {
    const { rows } = await this.#work.read(
      'select known_until from "scenarios"."segment_cursors" where school_id = $1',
      [this.#work.school],
    )
    return rows[0] ? Date.parse(readDatabaseTime(rows[0][0]!)) : null
  }

  /** Entries count from now on, if nothing was followed yet: crm may be asked much later. */
  begin(): void {
    this.#work.write(
      `insert into "scenarios"."segment_cursors" (school_id, known_until) values ($1, $2::timestamptz)
       on conflict do nothing`,
      [this.#work.school, this.#work.now],
    )
  }

  know(until: number): void {
    this.#work.write(
      `insert into "scenarios"."segment_cursors" (school_id, known_until) values ($1, $2::timestamptz)
       on conflict (school_id) do update set known_until = excluded.known_until`,
      [this.#work.school, new Date(until).toISOString()],
    )
  }

  forget(): void {
    this.#work.write('delete from "scenarios"."segment_cursors" where school_id = $1', [this.#work.school])
  }
}
