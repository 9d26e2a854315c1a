import type { Id } from '@lms/contract'
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import type { RightChange } from '@lms/users/contract'

/** A right of the copy. */
export type StoredRight = NonNullable<RightChange['right']> & { id: RightChange['id'] }
export interface Pair {
  user_id: Id<'usr'>
  course_id: Id<'crs'>
}

const columns = 'user_id, course_id, group_id, status, starts_at, expires_at, frozen_at, ended_at, version'

export class RightStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /**
   * Nobody else changes the copy, or begins a study, until the end of the work; a reading from the users service waits at
   * the same lock. Take it before locks on enrollments, as readings do.
   */
  async holdCopy(): Promise<void> {
    await this.work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `rights to courses of ${this.work.school}`,
    ])
  }

  /** Whether the copy has this right. */
  async has(id: string): Promise<boolean> {
    const { rows } = await this.work.read(
      'select 1 from "learning"."rights" where school_id = $1 and id = $2',
      [this.work.school, id],
    )
    return rows.length > 0
  }

  /** The flows that a person is in now, by the users service. */
  async flowsOf(userId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select f.id from "learning".group_people p join "learning"."flows" f on f.school_id = $1 and f.id = p.group_id
       where p.school_id = $1 and p.user_id = $2 and p.role = 'member' order by f.id`,
      [this.work.school, userId],
    )
    return rows.map(([id]) => id!)
  }

  /** The rights of a person to a course, ended ones included. */
  of({ user_id, course_id }: Pair): Promise<StoredRight[]> {
    return this.ofPairs([{ user_id, course_id }])
  }

  /** The rights of all these persons to their courses. */
  async ofPairs(pairs: readonly Pair[]): Promise<StoredRight[]> {
    const { rows } = await this.work.read(
      `select id, ${columns} from "learning"."rights" where school_id = $1
         and (user_id, course_id) in (select * from unnest($2::text[], $3::text[]))`,
      [this.work.school, ...listsOf(pairs)],
    )
    return rows.map(
      ([id, user_id, course_id, group_id, status, starts, expires, frozen, ended, version]) =>
        ({
          ...{ id, user_id, course_id, group_id, status, version: Number(version) },
          ...timesOf([starts!, expires!, frozen!, ended!]),
        }) as StoredRight,
    )
  }

  /** The pairs whose rights these changes concern, before and after them. */
  async pairsOf(changes: readonly RightChange[]): Promise<Pair[]> {
    const { rows } = await this.work.read(
      `select user_id, course_id from "learning"."rights" where school_id = $1 and id = any($2::text[])`,
      [this.work.school, textArray(changes.map(({ id }) => id))],
    )
    const before = rows.map(([user_id, course_id]) => ({ user_id, course_id }) as Pair)
    const after = changes.flatMap(({ right }) => (right ? [right] : []))
    const all = [...before, ...after].map(({ user_id, course_id }) => ({ user_id, course_id }))
    return [...new Map(all.map(pair => [keyOf(pair), pair])).values()]
  }

  /** Stores changed rights and flows; forgets those that are gone. */
  take(changes: readonly RightChange[]): void {
    const ids = textArray(changes.map(({ id }) => id))
    for (const table of ['rights', 'flows'])
      this.work.write(`delete from "learning"."${table}" where school_id = $1 and id = any($2::text[])`, [
        this.work.school,
        ids,
      ])
    const rights = changes.flatMap(({ id, right }) => (right ? [{ id, ...right }] : []))
    this.work.write(
      `insert into "learning"."rights" (school_id, id, ${columns})
       select $1, r.* from json_to_recordset($2::json) r (id text, user_id text, course_id text, group_id text, status text,
         starts_at timestamptz, expires_at timestamptz, frozen_at timestamptz, ended_at timestamptz, version int)`,
      [this.work.school, JSON.stringify(rights)],
    )
    const flows = changes.flatMap(({ id, flow }) => (flow ? [{ id, ...flow }] : []))
    this.work.write(
      `insert into "learning"."flows" (school_id, id, starts_at, ends_at)
       select $1, f.* from json_to_recordset($2::json) f (id text, starts_at timestamptz, ends_at timestamptz)`,
      [this.work.school, JSON.stringify(flows)],
    )
  }

  /** Forgets the copy: a reading of everything follows. */
  clear(): void {
    for (const table of ['rights', 'flows'])
      this.work.write(`delete from "learning"."${table}" where school_id = $1`, [this.work.school])
  }
}

/** The rights after these changes. */
export function changed(rights: readonly StoredRight[], changes: readonly RightChange[]): StoredRight[] {
  const changedIds = new Set<string>(changes.map(({ id }) => id))
  const unchangedRights = rights.filter(({ id }) => !changedIds.has(id))
  return [...unchangedRights, ...changes.flatMap(({ id, right }) => (right ? [{ id, ...right }] : []))]
}

/** A pair as a key of maps. */
export const keyOf = ({ user_id, course_id }: Pair): string => `${user_id} ${course_id}`

/** The lists of two columns. */
export const listsOf = (pairs: readonly Pair[]): [users: string, courses: string] => [
  textArray(pairs.map(({ user_id }) => user_id)),
  textArray(pairs.map(({ course_id }) => course_id)),
]

const timesOf = (times: readonly (string | null)[]) => {
  const [starts_at, expires_at, frozen_at, ended_at] = times.map(text => text && readDatabaseTime(text))
  return { starts_at, expires_at, frozen_at, ended_at }
}
