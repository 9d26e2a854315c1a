import type { Caller } from '@lms/contract'
import {
  type Condition,
  type ListQuery,
  missing,
  ownRows,
  type RowOf,
  type RowPage,
  Store,
  table,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { refusals } from './user.contract.ts'
import { UserEntity } from './user.entity.ts'
import { emailKey } from './user.rules.ts'

export type UserRow = RowOf<typeof UserEntity>

/** Members of these groups. Not tied to the row, so that it is asked once and people are found by their index. */
function inGroups(groupIds: string[]): Condition {
  return {
    sql: `t.id = any(array(select m.id from "users"."group_members" m
      where m.school_id = current_setting('app.school_id') and m.group_id = any($::text[])))`,
    values: [textArray(groupIds)],
  }
}

/** A curator sees themselves and the members of the groups assigned to them. */
const assignedTo = ({ school, user }: Caller): Condition => ({
  sql: `(t.id = $ or t.id = any(array(select m.id from "users"."groups" g
    join "users"."group_members" m on m.school_id = g.school_id and m.group_id = g.id
    where g.school_id = $ and g.curator_id = $)))`,
  values: [user, school, user],
})

const users = table(UserEntity, {
  visible: caller => (caller.role === 'curator' ? assignedTo(caller) : ownRows({ student: 'id' })(caller)),
  filters: { group_id: inGroups },
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

  /** The person whoever asks: of one who is just signing in, whom the caller's key may not see. */
  async findAny(id: string): Promise<UserRow | null> {
    const { rows } = await this.work.read(`${users.select} and t.id = $2`, [this.work.school, id])
    return rows[0] ? this.read(rows[0]) : null
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
  list(query: ListQuery): Promise<RowPage<UserRow>> {
    const asked = query.filters.some(({ name }) => name === 'status')
    return this.page(query, [
      ...(asked ? [] : [{ sql: `t.status <> 'deleted'`, values: [] }]),
      ...(query.search
        ? [{ sql: 'position($ in t.search_text) > 0', values: [query.search.toLowerCase()] }]
        : []),
    ])
  }
}
