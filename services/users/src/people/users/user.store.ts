import { type Caller, emailKey, type Id } from '@lms/contract'
import {
  type Condition,
  column,
  type ListQuery,
  missing,
  objectTable,
  ownRows,
  type RowIn,
  type RowPage,
  storeOf,
  textArray,
} from '@lms/service-host'
import { curatedPeople } from '../../access/curators/curator-scope.store.ts'
import { users as operations, refusals, User, userDeleted, userUpdated } from './user.contract.ts'
import { userLifecycle } from './user.lifecycle.ts'
import { type Contact, type Match, matchContacts } from './user-matching.ts'
import { asBeginning, asInside, needlesOf } from './user-search.ts'

/** Members of these groups. Not tied to the row, so that it runs once and people are found by their index. */
function inGroups(groupIds: string[]): Condition {
  return {
    sql: `t.id = any(array(select m.id from "users"."group_members" m
      where m.school_id = current_setting('app.school_id') and m.group_id = any($::text[])))`,
    values: [textArray(groupIds)],
  }
}

/** A curator sees themselves and the people assigned to them. */
function assignedTo(caller: Caller): Condition {
  const { sql, values } = curatedPeople(caller)
  return { sql: `t.id = any(array(select $::text union all ${sql}))`, values: [caller.user, ...values] }
}

/** Up to this many are looked up by id; with more, a page's worth of matches is near in the list. */
const fewPeople = 2000

const users = objectTable('users.users', User, {
  kinds: { email: 'text', time_zone: 'key' },
  hidden: {
    /**
     * The e-mail in the form that is unique and looked up; lower(email) would be no index condition under row-level
     * security.
     */
    email_key: column.key().nullable(),
    /** The same of a deleted person, whose e-mail is available for another. */
    former_email_key: column.key().nullable(),
    /** The text that `q` searches: names, e-mail and phone, lower-case. */
    search_text: column.text(),
  },
  list: operations.list,
  indexes: [['role', 'created_at', 'id'], ['status', 'created_at', 'id'], ['phone'], ['search_text']],
  unique: [{ name: 'users_email_key', of: ['email_key'], refusal: refusals.email_taken }],
  lifecycle: {
    of: userLifecycle,
    emits: { block: userUpdated, unblock: userUpdated, delete: userDeleted },
    refuses: { deleted: refusals.user_deleted },
  },
  visible: caller => (caller.role === 'curator' ? assignedTo(caller) : ownRows({ student: 'id' })(caller)),
  filters: {
    group_id: inGroups,
    email: keys => ({
      sql: '(t.email_key = any($::text[]) or t.former_email_key = any($::text[]))',
      values: [textArray(keys), textArray(keys)],
    }),
    tag_id: tagIds => ({
      sql: `exists (select 1 from "users"."user_tags" p
        where p.school_id = t.school_id and p.user_id = t.id and p.tag_id = any($::text[]))`,
      values: [textArray(tagIds)],
    }),
  },
})
export type UserRow = RowIn<typeof users>

/** Whom somebody wants to reach; `after` is the last id of the page before. */
interface Audience {
  everyone: boolean
  user_ids: readonly string[]
  tag_ids: readonly string[]
  group_ids: readonly string[]
  after: string | null
  limit: number
  /** Only these; null for all. */
  among: readonly string[] | null
}

export class UserStore extends storeOf(users) {
  /** The ids of active people of an audience, in their order. */
  async audience({
    everyone,
    user_ids,
    tag_ids,
    group_ids,
    among,
    after,
    limit,
  }: Audience): Promise<Id<'usr'>[]> {
    const { rows } = await this.work.read(
      `select u.id from "users"."users" u where u.school_id = $1 and u.status = 'active' and u.id > $2
         and ($8::text[] is null or u.id = any($8::text[]))
         and ($3::boolean or u.id = any($4::text[])
           or exists (select from "users"."user_tags" p
             where p.school_id = $1 and p.user_id = u.id and p.tag_id = any($5::text[]))
           or u.id = any(array(select m.id from "users"."group_members" m
             where m.school_id = $1 and m.group_id = any($6::text[]))))
       order by u.id limit $7`,
      [
        this.work.school,
        after ?? '',
        everyone ? 't' : 'f',
        textArray(user_ids),
        textArray(tag_ids),
        textArray(group_ids),
        String(limit),
        among && textArray(among),
      ],
    )
    return rows.map(([id]) => id as Id<'usr'>)
  }

  /** The person with this e-mail, ignoring case; refuses with not_found. */
  async byEmail(email: string): Promise<UserRow> {
    const mine = this.mine(3)
    const { rows } = await this.work.read(`${users.select} and t.email_key = $2${mine.sql}`, [
      this.work.school,
      emailKey(email),
      ...mine.values,
    ])
    return rows[0] ? this.read(rows[0]) : missing()
  }

  /** The person, locked until the end of the work; null if there is none. */
  async lockIfAny(id: string): Promise<UserRow | null> {
    await this.lockMany([id])
    return this.findAny(id)
  }

  /** The person, with a shared lock until the end of the work; null if the caller sees none. */
  async lockShared(id: string): Promise<UserRow | null> {
    const mine = this.mine(3)
    const { rows } = await this.work.lock(`${users.select} and t.id = $2${mine.sql} for share`, [
      this.work.school,
      id,
      ...mine.values,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /**
   * The person themselves, or the last one into whom they were merged, with a shared lock until the end of the work;
   * null if that one is deleted. Step by step, because each is read under its lock: a merge may be in progress.
   */
  async lockPresent(id: string): Promise<UserRow | null> {
    for (let next: string | null = id; next; ) {
      const user = await this.lockShared(next)
      if (user?.status !== 'deleted') return user
      next = user.merged_into
    }
    return null
  }

  /** Whether another person has this e-mail. */
  async isTaken(email: string, userId: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "users"."users" where school_id = $1 and email_key = $2 and id <> $3`,
      [this.work.school, emailKey(email), userId],
    )
    return rows.length > 0
  }

  /** The person, independent of the caller: one who is just signing in, whom the caller's key may not see. */
  async findAny(id: string): Promise<UserRow | null> {
    const { rows } = await this.work.read(`${users.select} and t.id = $2`, [this.work.school, id])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** Active people with one of these roles and an e-mail, the oldest records first, at most 20. */
  async withMail(roles: readonly ('owner' | 'administrator')[]): Promise<UserRow[]> {
    const { rows } = await this.work.read(
      `${users.select} and t.role = any($2::text[]) and t.status = 'active' and t.email is not null
       order by t.created_at, t.id limit 20`,
      [this.work.school, textArray(roles)],
    )
    return rows.map(row => this.read(row))
  }

  /**
   * Whether an owner besides this one is active; nobody else ceases to be an owner until the end of the work. An advisory
   * lock on a name: two owners who remove each other have each locked the other one.
   */
  async holdOtherOwner(id: string): Promise<boolean> {
    const { school } = this.work
    await this.work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`owners of ${school}`])
    const { rows } = await this.work.read(
      `select 1 from "users"."users"
       where school_id = $1 and role = 'owner' and status = 'active' and id <> $2 limit 1`,
      [school, id],
    )
    return rows.length > 0
  }

  /** Locks people until the end of the work, always in the same order. */
  async lockMany(ids: readonly string[]): Promise<void> {
    await this.work.lock(
      `select 1 from "users"."users" where school_id = $1 and id = any($2::text[]) order by id for update`,
      [this.work.school, textArray(ids)],
    )
  }

  /** The duplicates that were merged into the person, directly or indirectly, locked. */
  async lockMergedInto(id: string): Promise<UserRow[]> {
    const { rows } = await this.work.read(
      `with recursive gone as (
         select id from "users"."users" where school_id = $1 and merged_into = $2
         union select u.id from "users"."users" u join gone on u.school_id = $1 and u.merged_into = gone.id)
       select id from gone order by id`,
      [this.work.school, id],
    )
    if (rows.length === 0) return []
    await this.lockMany(rows.map(([one]) => one!))
    return this.many(rows.map(([one]) => one!))
  }

  /** The ids of people with one of these e-mails or phones, without deleted ones. */
  async withContacts(contacts: readonly Contact[]): Promise<string[]> {
    const emails = contacts.flatMap(({ email }) => (email ? [emailKey(email)] : []))
    const phones = contacts.flatMap(({ phone }) => (phone ? [phone] : []))
    const { rows } = await this.work.read(
      `select id from "users"."users" where school_id = $1 and email_key = any($2::text[])
       union select id from "users"."users" where school_id = $1 and phone = any($3::text[]) and status <> 'deleted'`,
      [this.work.school, textArray(emails), textArray(phones)],
    )
    return rows.map(([id]) => id!)
  }

  /** The people of contacts, one match for each. */
  async match(contacts: readonly Contact[]): Promise<Match[]> {
    const emails = contacts.flatMap(({ email }) => (email ? [emailKey(email)] : []))
    const phones = contacts.flatMap(({ phone }) => (phone ? [phone] : []))
    const columns = `select id, email_key, phone from "users"."users" where school_id = $1`
    const [byEmail, byPhone] = await Promise.all([
      this.work.read(`${columns} and email_key = any($2::text[])`, [this.work.school, textArray(emails)]),
      this.work.read(`${columns} and phone = any($2::text[]) and status <> 'deleted' order by id`, [
        this.work.school,
        textArray(phones),
      ]),
    ])
    const candidates = [...byEmail.rows, ...byPhone.rows].map(([id, email_key, phone]) => ({
      id: id as UserRow['id'],
      email_key: email_key!,
      phone: phone!,
    }))
    return matchContacts(contacts, [...new Map(candidates.map(person => [person.id, person])).values()])
  }

  /**
   * A page of people; deleted ones appear only if the query asks for the status. `q` searches names, e-mail and phone.
   */
  async list(query: ListQuery, conditions: readonly Condition[] = []): Promise<RowPage<UserRow>> {
    const hasStatusFilter = query.filters.some(({ name }) => name === 'status')
    const searchConditions =
      query.search === null || query.nothing ? [] : await this.#searched(query.search, hasStatusFilter)
    return this.page(query, [
      ...conditions,
      ...(hasStatusFilter ? [] : [{ sql: `t.status <> 'deleted'`, values: [] }]),
      ...searchConditions,
    ])
  }

  /**
   * The condition of `q`. If few people have the words, their ids; if many have them, the list is walked in its order,
   * because matches are near.
   */
  async #searched(search: string, deleted: boolean): Promise<Condition[]> {
    const needles = needlesOf(search)
    if (needles.length === 0) return [{ sql: 'false', values: [] }]
    // Callers who see few people search only these: an empty answer must not reveal others.
    if (this.mine(1).sql) return needles.map(asInside).map(containing)
    const insides = needles.map(asInside)
    const { rows } = await this.work.read(
      'select tier, ids from users.search_people($1::text[], $2::text[], $3, $4)',
      [
        textArray(needles),
        textArray(insides.every(inside => inside.startsWith(' ')) ? [] : insides),
        String(deleted),
        String(fewPeople),
      ],
    )
    const [tier, ids] = rows[0]!
    // Not `any`: for schools of medium size the planner would walk the whole school along the list's order.
    if (ids !== null) return [{ sql: 't.id in (select unnest($::text[]))', values: [ids!] }]
    return needles.map(tier === 'words' ? asBeginning : asInside).map(containing)
  }
}

/** People whose text contains the term. */
const containing = (text: string): Condition => ({ sql: 'position($ in t.search_text) > 0', values: [text] })
