// The ends of accesses that come near, from the facts about people.
import { column, readDatabaseTime, tenantEntity, type UnitOfWork } from '@lms/service-host'

/** Up to which end of an access people of the school were told. */
export const ToldEndEntity = tenantEntity(
  'crm',
  'told_ends',
  { told_until: column.time() },
  { archive: 'rows' },
)

/** An access to a course that ends. */
export interface Ending {
  readonly user_id: string
  readonly course_id: string
  readonly expires_at: string
}

export class EndingStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The end up to which people were told; null in a school that has told nobody yet. */
  async toldUntil(): Promise<string | null> {
    const { rows } = await this.#work.read(`select told_until from "crm"."told_ends" where school_id = $1`, [
      this.#work.school,
    ])
    return rows[0] ? readDatabaseTime(rows[0][0]!) : null
  }

  /** People are told of ends up to this one. */
  tellUntil(end: string): void {
    this.#work.write(
      `insert into "crm"."told_ends" (school_id, told_until) values ($1, $2)
       on conflict (school_id) do update set told_until = greatest(told_ends.told_until, excluded.told_until)`,
      [this.#work.school, end],
    )
  }

  /** The next ends after one of them, up to a time, in their order. */
  async next(after: Ending, until: string, most: number): Promise<Ending[]> {
    const { rows } = await this.#work.read(
      `select user_id, key, at from "crm"."person_facts"
       where school_id = $1 and kind = 'access' and at <= $5::timestamptz
         and (at, user_id, key) > ($2::timestamptz, $3, $4)
       order by at, user_id, key limit $6`,
      [this.#work.school, after.expires_at, after.user_id, after.course_id, until, String(most)],
    )
    return rows.map(([user_id, course_id, at]) => ({
      user_id: user_id!,
      course_id: course_id!,
      expires_at: readDatabaseTime(at!),
    }))
  }
}
