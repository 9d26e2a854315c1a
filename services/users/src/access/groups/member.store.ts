import type { Caller, Id } from '@lms/contract'
import {
  type ListQuery,
  mapPage,
  missing,
  objectTable,
  type RowIn,
  type RowPage,
  readRow,
  storeOf,
  textArray,
} from '@lms/service-host'
import { GroupAccessStore } from '../group-accesses/group-access.store.ts'
import { type GroupRow, groups } from './group.store.ts'
import { Member } from './member.contract.ts'

type UserId = Id<'usr'>

// A curator sees members through their groups, which are the only visible ones.
const visible = ({ role, user }: Caller) => (role === 'student' ? { sql: 't.id = $', values: [user] } : null)

// A membership has no id of its own: the person's id identifies it within its group.
const members = objectTable('users.group_members', Member, {
  key: ['group_id', 'id'],
  computed: ['user_id'],
  indexes: [
    ['group_id', 'created_at', 'id'],
    ['id', 'group_id'],
  ],
  visible,
  filters: { user_id: ids => ({ sql: 't.id = any($::text[])', values: [textArray(ids)] }) },
})
export type MemberRow = RowIn<typeof members>

/** A membership in the form of the API. */
export const memberOf = (row: MemberRow): Member => ({ ...row, user_id: row.id })

/** The source of a membership. */
export type Entry = Pick<MemberRow, 'source' | 'order_id'>
export const byHand: Entry = { source: 'manual', order_id: null }

export class MemberStore extends storeOf(members) {
  /** Every change of memberships enqueues the adjustment of accesses. */
  readonly #accesses = new GroupAccessStore(this.work)

  /** One page of the members of a group. */
  async of(groupId: string, query: ListQuery): Promise<RowPage<Member>> {
    return mapPage(await this.page(query, [{ sql: 't.group_id = $', values: [groupId] }]), memberOf)
  }

  /** Which of these people exist and are not deleted; they cannot be deleted until the end of the work. */
  async present(userIds: readonly UserId[]): Promise<Set<UserId>> {
    const { rows } = await this.work.lock(
      `select u.id from "users"."users" u
       where u.school_id = $1 and u.id = any($2::text[]) and u.status <> 'deleted' order by u.id for share`,
      [this.work.school, textArray(userIds)],
    )
    return new Set(rows.map(([id]) => id as UserId))
  }

  /** Adds people to a group in one statement; returns the new memberships. */
  async add(groupId: Id<'grp'>, userIds: readonly UserId[], entry: Entry): Promise<MemberRow[]> {
    // Always in the order of ids, so that two requests with the same people do not deadlock.
    const { rows } = await this.work.lock(
      `insert into "users"."group_members" (school_id, group_id, id, source, order_id, created_at)
       select $1, $2, u, $4, $5, $6::timestamptz from unnest($3::text[]) u order by u
       on conflict do nothing returning id`,
      [this.work.school, groupId, textArray(userIds), entry.source, entry.order_id, this.work.now],
    )
    this.#accesses.queue(
      [groupId],
      rows.map(([id]) => id!),
    )
    const common = { school_id: this.work.school as Id<'sch'>, group_id: groupId, created_at: this.work.now }
    return rows.map(([id]) => ({ ...common, ...entry, id: id as UserId }))
  }

  /** Adds a person to groups in one statement; returns the new memberships. */
  async addTo(groupIds: readonly Id<'grp'>[], userId: UserId, entry: Entry): Promise<MemberRow[]> {
    if (groupIds.length === 0) return []
    const { rows } = await this.work.lock(
      `insert into "users"."group_members" (school_id, group_id, id, source, order_id, created_at)
       select $1, g, $2, $4, $5, $6::timestamptz from unnest($3::text[]) g order by g
       on conflict do nothing returning group_id`,
      [this.work.school, userId, textArray(groupIds), entry.source, entry.order_id, this.work.now],
    )
    this.#accesses.queue(
      rows.map(([group]) => group!),
      [userId],
    )
    const common = { school_id: this.work.school as Id<'sch'>, id: userId, created_at: this.work.now }
    return rows.map(([group]) => ({ ...common, ...entry, group_id: group as Id<'grp'> }))
  }

  /** The membership, locked; refuses with not_found. */
  async lockIn(groupId: string, userId: string): Promise<MemberRow> {
    return (await this.lockAll(userId)).find(({ group_id }) => group_id === groupId) ?? missing()
  }

  /** All memberships of a person. */
  async ofPerson(userId: string): Promise<MemberRow[]> {
    const { rows } = await this.work.read(`${members.select} and t.id = $2 order by t.group_id`, [
      this.work.school,
      userId,
    ])
    return rows.map(row => this.read(row))
  }

  /** All memberships of a person, locked. */
  async lockAll(userId: string): Promise<MemberRow[]> {
    const { rows } = await this.work.lock(`${members.select} and t.id = $2 order by t.group_id for update`, [
      this.work.school,
      userId,
    ])
    return rows.map(row => this.read(row))
  }

  /** The memberships of these people in these groups, locked. */
  async lockOfPeople(userIds: readonly string[], groupIds: readonly string[]): Promise<MemberRow[]> {
    const { rows } = await this.work.lock(
      `${members.select} and t.id = any($2::text[]) and t.group_id = any($3::text[])
       order by t.id, t.group_id for update`,
      [this.work.school, textArray(userIds), textArray(groupIds)],
    )
    return rows.map(row => this.read(row))
  }

  /** Deletes memberships of one person, and with them the places from orders. */
  end(userId: string, groupIds: readonly string[]): void {
    if (groupIds.length === 0) return
    this.#accesses.queue(groupIds, [userId])
    this.work.write(
      `delete from "users"."group_members" where school_id = $1 and id = $2 and group_id = any($3::text[])`,
      [this.work.school, userId, textArray(groupIds)],
    )
    this.work.write(
      `delete from "users"."order_places" where school_id = $1 and user_id = $2 and group_id = any($3::text[])`,
      [this.work.school, userId, textArray(groupIds)],
    )
  }

  /** The flows of a person that the caller may see: for a curator, those assigned to them. */
  async flowsOf(userId: string): Promise<GroupRow[]> {
    const { caller } = this.work.origin
    const mine =
      caller?.role === 'curator' ? { sql: ' and g.curator_id = $3', values: [caller.user] } : this.mine(3)
    const { rows } = await this.work.read(
      `select ${groups.shape.selection.replaceAll('t."', 'g."')} from "users"."group_members" t
       join "users"."groups" g on g.school_id = t.school_id and g.id = t.group_id
       where t.school_id = $1 and t.id = $2 and g.starts_at is not null${mine.sql} order by g.id`,
      [this.work.school, userId, ...mine.values],
    )
    return rows.map(row => readRow<GroupRow>(groups.shape, row))
  }

  /** Moves a membership to another group, with the places from orders. */
  transfer(row: MemberRow, groupId: string): void {
    this.#accesses.queue([row.group_id, groupId], [row.id])
    this.work.write(
      `update "users"."group_members" set group_id = $4, created_at = $5
       where school_id = $1 and group_id = $2 and id = $3`,
      [this.work.school, row.group_id, row.id, groupId, this.work.now],
    )
    this.work.write(
      `update "users"."order_places" set group_id = $4, sold_group_id = coalesce(sold_group_id, group_id)
       where school_id = $1 and group_id = $2 and user_id = $3`,
      [this.work.school, row.group_id, row.id, groupId],
    )
  }

  /**
   * Moves all memberships of one person to another, who keeps existing ones. Of two to one group that by hand stays: no
   * refund takes it.
   */
  reassign(from: string, to: string): void {
    this.#accesses.queueMove(from, to)
    this.work.write(
      `insert into "users"."group_members" as m (school_id, group_id, id, source, order_id, created_at)
       select school_id, group_id, $3, source, order_id, created_at from "users"."group_members"
       where school_id = $1 and id = $2 order by group_id
       on conflict (school_id, group_id, id) do update set source = 'manual', order_id = null
         where m.source = 'order' and excluded.source = 'manual'`,
      [this.work.school, from, to],
    )
    this.work.write(`delete from "users"."group_members" where school_id = $1 and id = $2`, [
      this.work.school,
      from,
    ])
    this.work.write(`update "users"."order_places" set user_id = $3 where school_id = $1 and user_id = $2`, [
      this.work.school,
      from,
      to,
    ])
  }
}
