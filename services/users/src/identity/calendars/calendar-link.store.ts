// How often a person has asked for a new address of their calendar: the learning service signs it into the address, so that
// the ones before it are void.
import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'

export const CalendarLinkEntity = tenantEntity(
  'users',
  'calendar_links',
  { user_id: column.id<'usr'>().primary(), number: column.integer() },
  { archive: 'rows' },
)

export class CalendarLinkStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Makes the present address of a person void. */
  renew(userId: string): void {
    this.#work.write(
      `insert into "users"."calendar_links" as l (school_id, user_id, number) values ($1, $2, 1)
       on conflict (school_id, user_id) do update set number = l.number + 1`,
      [this.#work.school, userId],
    )
  }

  /** The numbers of the present addresses of those among these people who are active. */
  async of(userIds: readonly string[]): Promise<{ user_id: string; number: number }[]> {
    const { rows } = await this.#work.read(
      `select u.id, coalesce(l.number, 0) from "users"."users" u
         left join "users"."calendar_links" l on l.school_id = u.school_id and l.user_id = u.id
       where u.school_id = $1 and u.id = any($2::text[]) and u.status = 'active'`,
      [this.#work.school, textArray(userIds)],
    )
    return rows.map(([user_id, number]) => ({ user_id: user_id!, number: Number(number) }))
  }
}
