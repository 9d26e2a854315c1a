import { type Id, newId } from '@lms/contract'
import { type Condition, objectTable, ownRows, type RowIn, storeOf, textArray } from '@lms/service-host'
import type { Scope } from '../review-queue/queue.store.ts'
import { Curator, curators as operations } from './curator.contract.ts'
import { tellScopes, tellScopesOf } from './tell-scopes.task.ts'

const own = ownRows({ curator: 'curator_id', student: 'curator_id' })

const curators = objectTable('learning.curators', Curator, {
  archive: {
    earlier: { columns: { absent_from: 'absence_starts_at', absent_until: 'absence_ends_at' } },
  },
  list: operations.list,
  computed: ['load'],
  indexes: [
    ['curator_id', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['group_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
  ],
  visible: own,
})
export type CuratorRow = RowIn<typeof curators>

/** Whether a curator is absent at this time. */
export const isAbsent = (
  { absence_starts_at, absence_ends_at }: Pick<CuratorRow, 'absence_starts_at' | 'absence_ends_at'>,
  now: string,
): boolean =>
  absence_starts_at !== null &&
  absence_starts_at <= now &&
  (absence_ends_at === null || absence_ends_at > now)

/** What an assignment of a curator is about. */
export function scopeOf({ user_id, group_id, course_id }: CuratorRow): Scope {
  if (user_id) return { kind: 'user_id', id: user_id }
  return group_id ? { kind: 'group_id', id: group_id } : { kind: 'course_id', id: course_id! }
}

export class CuratorStore extends storeOf(curators) {
  /** Those that staff have assigned: the curators of groups are as many as the groups. */
  protected override get counted(): Condition {
    return { sql: `t.source = 'manual'`, values: [] }
  }

  /** The assignments of a person as a curator; at most a few hundred scopes are looked at. */
  async ofCurator(curatorId: string): Promise<CuratorRow[]> {
    const { rows } = await this.work.read(
      `${curators.select} and t.curator_id = $2 order by t.created_at, t.id limit 300`,
      [this.work.school, curatorId],
    )
    return rows.map(fields => this.read(fields))
  }

  /** One claim of a curator at a time, until the end of the work: their load is counted. */
  async holdClaims(curatorId: string): Promise<void> {
    await this.work.lock('select pg_advisory_xact_lock(hashtextextended($1 || $2, 2))', [
      this.work.school,
      curatorId,
    ])
  }

  /** The groups that a person curates, by the users service. */
  async groupsOf(curatorId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select group_id from "learning".group_people where school_id = $1 and user_id = $2 and role = 'curator'
       order by group_id limit 300`,
      [this.work.school, curatorId],
    )
    return rows.map(([id]) => id!)
  }

  /** Who may take which of these answers from the queue, without absent curators and its student; at most so many for each. */
  async ofWaiting(submissionIds: readonly string[], most: number): Promise<Map<string, Id<'usr'>[]>> {
    if (submissionIds.length === 0) return new Map()
    const absent = (of: string) =>
      `(${of}.absence_starts_at is not null and ${of}.absence_starts_at <= $3 and (${of}.absence_ends_at is null or ${of}.absence_ends_at > $3))`
    const { rows } = await this.work.read(
      `select q.item_id, c.id from "learning"."review_queue" q cross join lateral (
         select t.curator_id as id from "learning"."curators" t where t.school_id = $1
           and (t.user_id = q.user_id or t.group_id = q.group_id or t.course_id = q.course_id)
           and not ${absent('t')} and t.curator_id <> q.user_id
         union
         select g.user_id from "learning".group_people g
         where g.school_id = $1 and g.group_id = q.group_id and g.role = 'curator' and g.user_id <> q.user_id
           and not exists (select from "learning"."curators" a where a.school_id = $1 and a.curator_id = g.user_id
             and a.group_id = g.group_id and ${absent('a')})
         order by 1 limit $4) c
       where q.school_id = $1 and q.item_id = any($2::text[])
         and not exists (select from "learning".people p where p.school_id = $1 and p.id in (q.user_id, c.id) and p.gone)`,
      [this.work.school, textArray(submissionIds), this.work.now, String(most)],
    )
    const bySubmission = Map.groupBy(rows, ([submission]) => submission!)
    return new Map(
      [...bySubmission].map(([id, curatorRows]) => [id, curatorRows.map(([, one]) => one as Id<'usr'>)]),
    )
  }

  /** An assignment, locked; null without it. */
  async lockAssignment(id: string): Promise<CuratorRow | null> {
    const { rows } = await this.work.lock(`${curators.select} and t.id = $2 for update`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** The assignment of a curator to this scope, locked. */
  async lockSame({
    curator_id,
    user_id,
    group_id,
    course_id,
  }: Pick<CuratorRow, 'curator_id' | 'user_id' | 'group_id' | 'course_id'>): Promise<CuratorRow | null> {
    const { rows } = await this.work.lock(
      `${curators.select} and t.curator_id = $2 and t.user_id is not distinct from $3
         and t.group_id is not distinct from $4 and t.course_id is not distinct from $5 for update`,
      [this.work.school, curator_id, user_id, group_id, course_id],
    )
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** What is assigned to a curator now besides the groups that name them, which the users service knows. */
  async scopesToTell(curator_id: Id<'usr'>) {
    const { rows } = await this.work.read(
      `select user_id, group_id, course_id from "learning"."curators"
       where school_id = $1 and curator_id = $2 and source = 'manual'`,
      [this.work.school, curator_id],
    )
    const ids = <P extends 'usr' | 'grp' | 'crs'>(column: number) =>
      rows.flatMap(row => (row[column] === null ? [] : [row[column] as Id<P>]))
    return { curator_id, user_ids: ids<'usr'>(0), group_ids: ids<'grp'>(1), course_ids: ids<'crs'>(2) }
  }

  /** The curator whom a group names is one of its assignments, nobody else by the group. */
  async followFlow(group_id: Id<'grp'>, curator_id: Id<'usr'> | null): Promise<void> {
    this.work.write(
      `delete from "learning"."curators" where school_id = $1 and group_id = $2 and source = 'group'
         and curator_id is distinct from $3`,
      [this.work.school, group_id, curator_id],
    )
    if (curator_id === null) return
    // Of two calls at once, the second finds what the first has written.
    await this.lockCapacity()
    const scope = { curator_id, user_id: null, group_id, course_id: null }
    const present = await this.lockSame(scope)
    if (present) return
    this.insert({
      ...this.fresh(newId('cur')),
      ...scope,
      ...{ source: 'group', max_load: null, absence_starts_at: null, absence_ends_at: null },
    })
  }

  /** Deletes those of a flow that is removed. */
  removeOfFlow(groupId: string): void {
    tellScopesOf(this.work, 'group_id', groupId)
    this.work.write(`delete from "learning"."curators" where school_id = $1 and group_id = $2`, [
      this.work.school,
      groupId,
    ])
  }

  /** Forgets the assignments to a course that is deleted. */
  removeOfCourse(courseId: string): void {
    tellScopesOf(this.work, 'course_id', courseId)
    this.work.write(`delete from "learning"."curators" where school_id = $1 and course_id = $2`, [
      this.work.school,
      courseId,
    ])
  }

  /** Gives the assignments of and to a person to another, who keeps an equal one of their own. */
  moveTo(into: string, from: string): void {
    for (const [column, others] of [
      ['curator_id', ['user_id', 'group_id', 'course_id']],
      ['user_id', ['curator_id']],
    ] as const) {
      const same = others.map(name => `k."${name}" is not distinct from t."${name}"`).join(' and ')
      this.work.write(
        `delete from "learning"."curators" t where t.school_id = $1 and t."${column}" = $3 and exists (
           select 1 from "learning"."curators" k where k.school_id = $1 and k."${column}" = $2 and ${same})`,
        [this.work.school, into, from],
      )
      this.work.write(
        `update "learning"."curators" set "${column}" = $2, version = version + 1, updated_at = $4
         where school_id = $1 and "${column}" = $3`,
        [this.work.school, into, from, this.work.now],
      )
      tellScopesOf(this.work, column, into)
    }
    tellScopes(this.work, from as Id<'usr'>)
  }
}
