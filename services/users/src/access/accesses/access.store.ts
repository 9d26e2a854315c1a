import type { Caller } from '@lms/contract'
import {
  type Changes,
  type Condition,
  column,
  enqueue,
  type Follows,
  objectTable,
  ownRows,
  type RowIn,
  storeOf,
  textArray,
} from '@lms/service-host'
import { curatedPeople } from '../curators/curator-scope.store.ts'
import {
  Access,
  accessChanged,
  accessExpired,
  accessRevoked,
  accesses as operations,
  refusals,
} from './access.contract.ts'
import { accessLifecycle } from './access.lifecycle.ts'
import { expireAccess } from './access.task.ts'

/** Students see their own accesses, curators those of the people assigned to them. */
function visible(caller: Caller): Condition | null {
  if (caller.role !== 'curator') return ownRows({ student: 'user_id' })(caller)
  const { sql, values } = curatedPeople(caller)
  return { sql: `t.user_id = any(array(${sql}))`, values }
}

const accesses = objectTable('users.accesses', Access, {
  hidden: {
    /**
     * The key of accesses that exist only once: for an order item for ever, for other sources while the access is
     * active or frozen.
     */
    grant_key: column.key().nullable(),
    /** The subscription whose periods move its end. */
    subscription_id: column.id<'sbs'>().nullable(),
    /** Since when that subscription is paused, and since when a leave or the staff hold it: both stop the clock. */
    paused_at: column.time().nullable(),
    held_at: column.time().nullable(),
  },
  list: operations.list,
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
    ['order_id'],
    ['subscription_id'],
    ['group_id', 'user_id'],
  ],
  unique: [{ name: 'accesses_grant_key', of: ['grant_key'], refusal: refusals.access_exists }],
  lifecycle: {
    of: accessLifecycle,
    emits: {
      freeze: accessChanged,
      unfreeze: accessChanged,
      extend: accessChanged,
      transfer: accessChanged,
      expire: accessExpired,
      revoke: accessRevoked,
    },
  },
  visible,
})
export type AccessRow = RowIn<typeof accesses>

/** What an item of an order gives, in a word. */
export const itemKey = (orderItemId: string, courseId: string) => `${orderItemId} ${courseId}`

/** An order item gives a course once, as long as the order stays paid; other sources give it once at a time. */
function grantKey(access: Access, orderItemId?: string): string | null {
  if (orderItemId) return itemKey(orderItemId, access.course_id)
  if (access.status === 'expired' || access.status === 'revoked') return null
  return [access.group_id ?? access.source, access.user_id, access.course_id].join(' ')
}

export class AccessStore extends storeOf(accesses) {
  /** The first few accesses to a course, running or ended. */
  async naming(courseId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "users"."accesses" where school_id = $1 and course_id = $2 order by created_at, id limit 5`,
      [this.work.school, courseId],
    )
    return rows.map(([id]) => id!)
  }

  /** Inserts an access; `orderItemId` if an order gives it, and the subscription of the item. */
  grant(
    access: Access,
    orderItemId?: string,
    subscription_id: AccessRow['subscription_id'] = null,
  ): AccessRow {
    if (access.expires_at && access.status === 'active') this.#expireAt(access.id, access.expires_at)
    return this.insert({
      ...access,
      grant_key: grantKey(access, orderItemId),
      subscription_id,
      paused_at: null,
      held_at: null,
    })
  }

  override save(row: AccessRow, changes: Changes<AccessRow> = {}): AccessRow {
    const changed = { ...row, ...changes }
    const saved = super.save(
      changed.source === 'order' ? changed : { ...changed, grant_key: grantKey(changed) },
    )
    if (saved.version === row.version) return saved
    if (saved.status === 'active' && saved.expires_at) this.#expireAt(row.id, saved.expires_at)
    return saved
  }

  /** Ends many locked accesses in one statement, and emits an event for each; `cause` is what all of them follow from. */
  end(rows: readonly AccessRow[], move: 'revoke' | 'expire', cause: { follows?: Follows } = {}): AccessRow[] {
    const also = `grant_key = case when source = 'order' then grant_key end`
    return this.moveAll(rows, move, { ended_at: this.work.now }, { also, ...cause })
  }

  /** Those of the given accesses whose term has ended, locked. */
  lockDue(ids: readonly string[]): Promise<AccessRow[]> {
    return this.#lockWhere(`t.id = any($2::text[]) and t.status = 'active' and t.expires_at <= $3`, [
      textArray(ids),
      this.work.now,
    ])
  }

  /**
   * What an order has given and nobody has taken back, as `itemKey`s. What was taken back it may give again: the money of a
   * lost dispute may return.
   */
  async givenBy(orderId: string): Promise<ReadonlySet<string>> {
    const { rows } = await this.work.read(
      `select grant_key, status from "users"."accesses"
       where school_id = $1 and order_id = $2 and grant_key is not null`,
      [this.work.school, orderId],
    )
    if (rows.some(([, status]) => status === 'revoked'))
      this.work.write(
        `update "users"."accesses" set grant_key = null
         where school_id = $1 and order_id = $2 and status = 'revoked'`,
        [this.work.school, orderId],
      )
    return new Set(rows.flatMap(([key, status]) => (status === 'revoked' ? [] : [key!])))
  }

  /** The active and frozen accesses of an order, locked. */
  lockOfOrder(orderId: string): Promise<AccessRow[]> {
    return this.#lockWhere(`t.order_id = $2 and t.status in ('active', 'frozen')`, [orderId])
  }

  /** The active and frozen accesses of a person to a course, locked. */
  lockOfPair(userId: string, courseId: string): Promise<AccessRow[]> {
    return this.#lockWhere(`t.user_id = $2 and t.course_id = $3 and t.status in ('active', 'frozen')`, [
      userId,
      courseId,
    ])
  }

  /** The active and frozen accesses of these pairs of person and course, locked. */
  lockOfPairs(pairs: readonly { user_id: string; course_id: string }[]): Promise<AccessRow[]> {
    return this.#lockWhere(
      `t.status in ('active', 'frozen')
         and (t.user_id, t.course_id) in (select * from unnest($2::text[], $3::text[]))`,
      [textArray(pairs.map(({ user_id }) => user_id)), textArray(pairs.map(({ course_id }) => course_id))],
    )
  }

  /** All accesses of these pairs of person and course, ended ones included, locked. */
  lockAllOfPairs(pairs: readonly { user_id: string; course_id: string }[]): Promise<AccessRow[]> {
    return this.#lockWhere(`(t.user_id, t.course_id) in (select * from unnest($2::text[], $3::text[]))`, [
      textArray(pairs.map(({ user_id }) => user_id)),
      textArray(pairs.map(({ course_id }) => course_id)),
    ])
  }

  /** The accesses of a subscription that are not revoked, locked. */
  lockOfSubscription(subscriptionId: string): Promise<AccessRow[]> {
    return this.#lockWhere(`t.subscription_id = $2 and t.status <> 'revoked'`, [subscriptionId])
  }

  /** All active and frozen accesses of a person, except those from groups; locked. */
  lockOfPerson(userId: string): Promise<AccessRow[]> {
    return this.#lockWhere(`t.user_id = $2 and t.source <> 'group' and t.status in ('active', 'frozen')`, [
      userId,
    ])
  }

  /** The active and frozen accesses of these people from these groups; locked. */
  lockOfGroups(pairs: readonly { group_id: string; user_id: string }[]): Promise<AccessRow[]> {
    return this.#lockWhere(
      `t.source = 'group' and t.status in ('active', 'frozen')
         and (t.group_id, t.user_id) in (select * from unnest($2::text[], $3::text[]))`,
      [textArray(pairs.map(({ group_id }) => group_id)), textArray(pairs.map(({ user_id }) => user_id))],
    )
  }

  /** Moves all accesses of one person to another. */
  reassign(from: string, to: string): void {
    // If both persons have an access of one kind, both are kept: the moved one loses the key that would forbid it.
    this.work.write(
      `update "users"."accesses" t set user_id = $3, version = version + 1, updated_at = $4,
         grant_key = case
           when t.source = 'order' then t.grant_key
           when not exists (select from "users"."accesses" o
             where o.school_id = t.school_id and o.grant_key = replace(t.grant_key, $2, $3))
           then replace(t.grant_key, $2, $3) end
       where t.school_id = $1 and t.user_id = $2`,
      [this.work.school, from, to, this.work.now],
    )
  }

  async #lockWhere(condition: string, values: readonly string[]): Promise<AccessRow[]> {
    const { rows } = await this.work.lock(`${accesses.select} and ${condition} order by t.id for update`, [
      this.work.school,
      ...values,
    ])
    return rows.map(row => this.read(row))
  }

  #expireAt(id: Access['id'], time: string): void {
    enqueue(this.work, expireAccess, { access_id: id }, { at: new Date(time), key: id })
  }
}
