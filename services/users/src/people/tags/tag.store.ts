import { type Id, isId } from '@lms/contract'
import {
  column,
  enqueue,
  objectTable,
  type RowIn,
  readDatabaseTime,
  storeOf,
  textArray,
} from '@lms/service-host'
import { type PersonTag, refusals, Tag, tags as tagOperations } from './tag.contract.ts'
import { nameKey } from './tag.rules.ts'
import { leaveTag } from './tag.task.ts'

const tags = objectTable('users.tags', Tag, {
  computed: ['users_count'],
  // The name in the form that is unique and looked up.
  hidden: { name_key: column.key() },
  list: tagOperations.list,
  unique: [{ name: 'tags_name_key', of: ['name_key'], refusal: refusals.tag_name_taken }],
})
export type TagRow = RowIn<typeof tags>

interface TagOfPerson {
  id: Id<'tag'>
  user_id: Id<'usr'>
}

const slots = 16
const anySlot = () => String(Math.floor(Math.random() * slots))
/** Adds the people of `changed` to the counts; in the order of tags, so that two requests do not deadlock. */
const counted = (sign: '' | '-') => `
  insert into "users"."tag_counts" as c (school_id, tag_id, slot, people)
  select $1, tag_id, $2::int, ${sign}count(*) from changed group by tag_id order by tag_id
  on conflict (school_id, tag_id, slot) do update set people = c.people + excluded.people`

/** The names in rows of a person and a name. */
export function namesByPerson(rows: readonly (readonly (string | null)[])[]): Map<string, string[]> {
  const byPerson = Map.groupBy(rows, ([person]) => person!)
  return new Map([...byPerson].map(([person, own]) => [person, own.map(([, name]) => name!)]))
}

export class TagStore extends storeOf(tags) {
  /** A page of tags with the number of their people. */
  async withCounts<T extends { id: string }>(rows: readonly T[]): Promise<(T & { users_count: number })[]> {
    if (rows.length === 0) return []
    const sums = await this.work.read(
      `select tag_id, sum(people) from "users"."tag_counts"
       where school_id = $1 and tag_id = any($2::text[]) group by tag_id`,
      [this.work.school, textArray(rows.map(({ id }) => id))],
    )
    const counts = new Map(sums.rows.map(([id, people]) => [id, Number(people)]))
    return rows.map(row => ({ ...row, users_count: counts.get(row.id) ?? 0 }))
  }

  /** The tags with these ids or names, locked so that none is deleted before the end of the work. */
  async lockByNames(names: readonly string[]): Promise<TagRow[]> {
    const ids = names.filter(name => isId('tag', name))
    const keys = names.filter(name => !isId('tag', name)).map(nameKey)
    const { rows } = await this.work.lock(
      `${tags.select} and (t.id = any($2::text[]) or t.name_key = any($3::text[])) order by t.id for key share`,
      [this.work.school, textArray(ids), textArray(keys)],
    )
    return rows.map(row => this.read(row))
  }

  /** Both tags, locked, always in the same order, so that two merges do not deadlock. */
  async lockBoth(id: string, other: string): Promise<[TagRow | null, TagRow | null]> {
    const { rows } = await this.work.lock(
      `${tags.select} and t.id = any($2::text[]) order by t.id for update`,
      [this.work.school, textArray([id, other])],
    )
    const tagsById = new Map(rows.map(row => this.read(row)).map(tag => [tag.id as string, tag]))
    return [tagsById.get(id) ?? null, tagsById.get(other) ?? null]
  }

  /** Deletes the tag; a task removes it from its people after the commit. */
  depart({ id, name }: TagRow, intoId: string | null): void {
    const { school } = this.work
    // People on their way to this tag go where its people go. This comes first, because the job locks erasures before
    // counts.
    this.work.write(`update "users"."tag_removals" set into_id = $3 where school_id = $1 and into_id = $2`, [
      school,
      id,
      intoId,
    ])
    this.work.write(`delete from "users"."tags" where school_id = $1 and id = $2`, [school, id])
    this.work.write(`delete from "users"."tag_counts" where school_id = $1 and tag_id = $2`, [school, id])
    this.work.write(
      `insert into "users"."tag_removals" (school_id, tag_id, name, into_id) values ($1, $2, $3, $4)`,
      [school, id, name, intoId],
    )
    enqueue(this.work, leaveTag, { tag_id: id }, { key: id })
  }

  /** Gives a person the departing tags of another, so that both share their outcome. */
  reassignRemovals(fromId: string, intoId: string): void {
    this.work.write(
      `insert into "users"."user_tags" (school_id, tag_id, user_id, added_at)
       select p.school_id, p.tag_id, $3, p.added_at from "users"."user_tags" p
       join "users"."tag_removals" d on d.school_id = p.school_id and d.tag_id = p.tag_id
       where p.school_id = $1 and p.user_id = $2 on conflict do nothing`,
      [this.work.school, fromId, intoId],
    )
  }

  /** People with a tag in the order of their ids, after one of them. */
  async people(
    tagId: string,
    after: string | null,
    limit: number,
  ): Promise<{ user_id: Id<'usr'>; added_at: string }[]> {
    const { rows } = await this.work.read(
      `select user_id, added_at from "users"."user_tags"
       where school_id = $1 and tag_id = $2 and user_id > $3 order by user_id limit $4`,
      [this.work.school, tagId, after ?? '', String(limit)],
    )
    return rows.map(([user_id, added_at]) => ({
      user_id: user_id as Id<'usr'>,
      added_at: readDatabaseTime(added_at!),
    }))
  }

  /** The tags of a person. */
  async of(userId: string): Promise<PersonTag[]> {
    const { rows } = await this.work.read(
      `select t.id, t.name, u.added_at from "users"."user_tags" u
       join "users"."tags" t on t.school_id = u.school_id and t.id = u.tag_id
       where u.school_id = $1 and u.user_id = $2 order by t.id`,
      [this.work.school, userId],
    )
    return rows.map(([id, name, added_at]) => ({
      id: id as PersonTag['id'],
      name: name!,
      added_at: readDatabaseTime(added_at!),
    }))
  }

  /** The ids of the tags of these people. */
  async ofMany(userIds: readonly string[]): Promise<Map<string, Set<string>>> {
    const { rows } = await this.work.read(
      `select user_id, tag_id from "users"."user_tags" where school_id = $1 and user_id = any($2::text[])`,
      [this.work.school, textArray(userIds)],
    )
    const tagsByUser = new Map<string, Set<string>>()
    for (const [userId, tagId] of rows)
      tagsByUser.set(userId!, (tagsByUser.get(userId!) ?? new Set()).add(tagId!))
    return tagsByUser
  }

  /** The names of the tags of these people. */
  async namesOf(userIds: readonly string[]): Promise<Map<string, string[]>> {
    const { rows } = await this.work.read(
      `select u.user_id, t.name from "users"."user_tags" u
       join "users"."tags" t on t.school_id = u.school_id and t.id = u.tag_id
       where u.school_id = $1 and u.user_id = any($2::text[]) order by t.name`,
      [this.work.school, textArray(userIds)],
    )
    return namesByPerson(rows)
  }

  /** Adds each of the tags to each of the people. */
  give(userIds: readonly string[], tagIds: readonly string[]): void {
    if (userIds.length === 0 || tagIds.length === 0) return
    this.work.write(
      `with changed as (
         insert into "users"."user_tags" (school_id, tag_id, user_id, added_at)
         select $1, t, u, $5::timestamptz from unnest($3::text[]) t, unnest($4::text[]) u
         on conflict do nothing returning tag_id)
       ${counted('')}`,
      [this.work.school, anySlot(), textArray(tagIds), textArray(userIds), this.work.now],
    )
  }

  /** Adds a tag to a person, for each pair. */
  givePairs(pairs: readonly TagOfPerson[]): void {
    if (pairs.length === 0) return
    this.work.write(
      `with changed as (
         insert into "users"."user_tags" (school_id, tag_id, user_id, added_at)
         select $1, p.tag, p.person, $5::timestamptz from unnest($3::text[], $4::text[]) p (tag, person)
         on conflict do nothing returning tag_id)
       ${counted('')}`,
      [
        this.work.school,
        anySlot(),
        textArray(pairs.map(({ id }) => id)),
        textArray(pairs.map(({ user_id }) => user_id)),
        this.work.now,
      ],
    )
  }

  /** Removes a tag from a person, for each pair; returns those that were there. */
  async takePairs(pairs: readonly TagOfPerson[]): Promise<(TagOfPerson & { added_at: string })[]> {
    if (pairs.length === 0) return []
    const { rows } = await this.work.lock(
      `with changed as (
         delete from "users"."user_tags" t using unnest($3::text[], $4::text[]) p (tag, person)
         where t.school_id = $1 and t.tag_id = p.tag and t.user_id = p.person
         returning t.tag_id, t.user_id, t.added_at),
       sums as (${counted('-')})
       select tag_id, user_id, added_at from changed`,
      [
        this.work.school,
        anySlot(),
        textArray(pairs.map(({ id }) => id)),
        textArray(pairs.map(({ user_id }) => user_id)),
      ],
    )
    return rows.map(([tag, person, added_at]) => ({
      id: tag as Id<'tag'>,
      user_id: person as Id<'usr'>,
      added_at: readDatabaseTime(added_at!),
    }))
  }

  /** Removes tags from a person; without `tagIds` all of them. */
  take(userId: string, tagIds: readonly string[] | null = null): void {
    if (tagIds?.length === 0) return
    this.work.write(
      `with changed as (
         delete from "users"."user_tags" where school_id = $1 and user_id = $3
           and ($4::text[] is null or tag_id = any($4::text[])) returning tag_id)
       ${counted('-')}`,
      [this.work.school, anySlot(), userId, tagIds === null ? null : textArray(tagIds)],
    )
  }
}
