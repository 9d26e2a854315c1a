import {
  type Condition,
  type ListQuery,
  missing,
  ownRows,
  type RowOf,
  type RowPage,
  Store,
  table,
  type UnitOfWork,
} from '@lms/service-host'
import { refusals } from './user.contract.ts'
import { UserEntity } from './user.entity.ts'
import { emailKey } from './user.rules.ts'

export type UserRow = RowOf<typeof UserEntity>

const users = table(UserEntity, {
  visible: ownRows({ student: 'id' }),
  conflicts: { users_email_key: refusals.email_taken },
})

export class UserStore extends Store<UserRow> {
  constructor(work: UnitOfWork) {
    super(work, users)
  }

  /** The person with this e-mail, whatever its case; refuses with not_found. */
  async byEmail(email: string): Promise<UserRow> {
    const mine = this.mine(3)
    const { rows } = await this.work.read(`${users.select} and t.email_key = $2${mine.sql}`, [
      this.work.school,
      emailKey(email),
      ...mine.values,
    ])
    return rows[0] ? this.read(rows[0]) : missing()
  }

  /** Active owners and administrators who have an e-mail, the longest known first, at most 20. */
  async administrators(): Promise<UserRow[]> {
    const { rows } = await this.work.read(
      `${users.select} and t.role in ('owner', 'administrator') and t.status = 'active' and t.email is not null
       order by t.created_at, t.id limit 20`,
      [this.work.school],
    )
    return rows.map(row => this.read(row))
  }

  /** People; the deleted are shown only when asked for by status. `q` looks in names, e-mail and phone. */
  list(query: ListQuery, conditions: readonly Condition[] = []): Promise<RowPage<UserRow>> {
    const asked = query.filters.some(({ name }) => name === 'status')
    return this.page(query, [
      ...conditions,
      ...(asked ? [] : [{ sql: `t.status <> 'deleted'`, values: [] }]),
      ...(query.search
        ? [{ sql: 'position($ in t.search_text) > 0', values: [query.search.toLowerCase()] }]
        : []),
    ])
  }
}
