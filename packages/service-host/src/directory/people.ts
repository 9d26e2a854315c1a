// The people of a school as a service other than users knows them: ids of those whom its requests have named, so that it asks
// for each once, and of those of whom it has heard that they are gone. It contains no personal data.
import { type Caller, common, type Id, Refused } from '@lms/contract'
import { column, tenantEntity } from '../database/columns.ts'
import { rowSecurity } from '../database/migration.ts'
import { textArray } from '../database/statements.ts'
import { hostOperations } from '../kernel/host.contract.ts'
import { inUnitOfWork } from '../work/in-unit-of-work.ts'
import type { SchoolRuntime } from '../work/runtime.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import { groupPeopleSql } from './group-people.ts'

/** In the order of the array. */
const sharedLocks =
  'select pg_advisory_xact_lock_shared(hashtextextended($1 || p, 1)) from unnest($2::text[]) p'

/** The name by which Postgres refuses a write about a person who is gone. */
export const personHere = (schema: string) => `${schema}_person_here`

/** Whether a commit failed because a person whom the work names is gone (`lockShared`). */
export const isGonePerson = ({ constraint }: { constraint?: string | undefined }): boolean =>
  constraint?.endsWith(personHere('')) ?? false

/** The table of the directory. */
export const personEntity = (schema: string) =>
  tenantEntity(
    schema,
    'people',
    {
      id: column.id<'usr'>().primary(),
      gone: column.boolean(),
      /** Anonymized: no personal data may be stored with the person any more. */
      erased: column.boolean(),
      merged_into: column.id<'usr'>().nullable(),
    },
    { archive: 'rows' },
  )

/**
 * SQL of the directory, for a migration of a service that keeps one. The locks are advisory: a row lock would write to
 * the person's row each time. Earlier versions called `hold_person`.
 */
export const peopleSql = (schema: string) => `
create table "${schema}".people (
  school_id text collate "C" not null,
  id text collate "C" not null,
  gone boolean not null,
  erased boolean not null default false,
  merged_into text collate "C",
  primary key (school_id, id)
);
${rowSecurity(schema, 'people')}
create function "${schema}".hold_person(school text, person text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(school || person, 1));
  if exists (select 1 from "${schema}".people p where p.school_id = school and p.id = person and p.gone) then
    raise exception 'this person is gone' using errcode = 'LM003', constraint = '${schema}_person_here';
  end if;
end $$;
create function "${schema}".hold_leaving_person(school text, person text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(school || ' merges', 1));
  perform pg_advisory_xact_lock(hashtextextended(school || person, 1));
end $$;
${groupPeopleSql(schema)}`

/** The store of the directory: every service with `keepsPeople` has it among its stores. */
export class PeopleDirectory {
  readonly #work: UnitOfWork
  /** Those who are held until the end of the work, and here. */
  readonly #lockedIds = new Set<string>()
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  get #schema(): string {
    return `"${this.#work.schema}"`
  }

  /** Whether the person exists. */
  async exists(id: string, runtime: SchoolRuntime): Promise<boolean> {
    return (await this.existing([id], runtime)).has(id)
  }

  /**
   * Those of these people who exist. The store asks the users service once about those whom it does not know, and refuses
   * with 503 while that is away; whom it knows need not wait.
   */
  async existing(ids: readonly string[], runtime: SchoolRuntime): Promise<Set<string>> {
    const existingIds = new Set(ids.filter(id => this.#lockedIds.has(id)))
    const unlockedIds = [...new Set(ids)].filter(id => !existingIds.has(id))
    if (unlockedIds.length === 0) return existingIds
    const { rows } = await this.#work.read(
      `select id, gone from ${this.#schema}.people where school_id = $1 and id = any($2::text[])`,
      [this.#work.school, textArray(unlockedIds)],
    )
    const presence = new Map(rows.map(([id, removedFlag]) => [id!, removedFlag === 'f']))
    for (const [id, isHere] of presence) if (isHere) existingIds.add(id)
    const unknown = unlockedIds.filter(id => !presence.has(id))
    if (unknown.length === 0) return existingIds
    const scope = { school: this.#work.school, requestId: this.#work.origin.requestId }
    const { objects } = await runtime
      .client('users', { hostOperations }, scope)
      .hostOperations.objects({ body: { ids: unknown } })
    const learned = objects.filter(({ status }) => status !== 'deleted').map(({ id }) => id)
    if (learned.length) await this.#learn(learned, runtime)
    for (const id of learned) existingIds.add(id)
    return existingIds
  }

  /** In a transaction of its own: among the writes of the work it could deadlock with a reaction to the person's erasure. */
  async #learn(ids: readonly string[], runtime: SchoolRuntime): Promise<void> {
    const { school, origin } = this.#work
    const scope = { database: runtime.database.of(school), school, origin: { ...origin, caller: null } }
    await inUnitOfWork(runtime, scope, async ({ work }) => ({
      result: new PeopleDirectory(work).note(ids, false),
      answer: null,
    }))
  }

  /**
   * Locks the person in the batch of the work's writes. The batch waits for an erasure in progress and is refused by
   * `personHere` if the person is gone. Shared locks do not wait for each other.
   */
  lockShared(id: string): void {
    if (this.#lockedIds.has(id)) return
    this.#work.write(sharedLocks, [this.#work.school, textArray([id])])
    // A statement of its own sees what an erasure committed while the lock was awaited.
    this.#work.write(
      `select ${this.#schema}.refuse('${personHere(this.#work.schema)}') from ${this.#schema}.people
       where school_id = $1 and id = $2 and gone`,
      [this.#work.school, id],
    )
  }

  /**
   * Takes the shared lock at once, and says whether the person is here: what the work writes about them then cannot miss
   * their erasure. Take it before locks on their objects, as erasures do.
   */
  async holdPresent(id: string): Promise<boolean> {
    return (await this.holdAll([id])).has(id)
  }

  /** The same for many people, in the order of their ids. Answers with those who are here. */
  async holdAll(ids: readonly string[]): Promise<Set<string>> {
    const requestedIds = [...new Set(ids)].filter(id => !this.#lockedIds.has(id)).sort()
    if (requestedIds.length) {
      const parameters = [this.#work.school, textArray(requestedIds)]
      const [, { rows }] = await Promise.all([
        this.#work.lock(sharedLocks, parameters),
        this.#work.lock(
          `select id from ${this.#schema}.people where school_id = $1 and id = any($2::text[]) and gone`,
          parameters,
        ),
      ])
      const goneIds = new Set(rows.map(([id]) => id))
      for (const id of requestedIds) if (!goneIds.has(id)) this.#lockedIds.add(id)
    }
    return new Set(ids.filter(id => this.#lockedIds.has(id)))
  }

  /**
   * Holds the person who asks, whom the work names as its author. Refuses one who has just left, as their next request is.
   * Take it before locks on objects.
   */
  async holdCaller({ user, onBehalf }: Pick<Caller, 'user' | 'onBehalf'>): Promise<void> {
    if (user !== null && !(await this.holdPresent(user)))
      throw new Refused(onBehalf ? common.on_behalf_of_refused : common.credential_invalid)
  }

  /**
   * Takes the exclusive lock on the person until the end of the work: it waits for shared locks, and new ones wait for
   * it. Take it before reading the data of a departing person. Departures of a school run one after the other, because
   * one may follow from another.
   */
  async lockExclusive(id: string): Promise<void> {
    await this.#work.lock(`select ${this.#schema}.hold_leaving_person($1, $2)`, [this.#work.school, id])
  }

  /** Records that people exist or are gone; once gone, always gone. */
  note(ids: readonly string[], isGone: boolean): void {
    // Each once, as the statement demands, and in an order that all keep to, so that two of them do not deadlock.
    this.#work.write(
      `insert into ${this.#schema}.people as p (school_id, id, gone)
       select $1, id, $3::boolean from unnest($2::text[]) id order by id
       on conflict (school_id, id) do update set gone = p.gone or excluded.gone`,
      [this.#work.school, textArray([...new Set(ids)]), isGone ? 't' : 'f'],
    )
  }

  /** Records that the person is gone and erased. */
  noteErased(id: string): void {
    this.note([id], true)
    this.#work.write(`update ${this.#schema}.people set erased = true where school_id = $1 and id = $2`, [
      this.#work.school,
      id,
    ])
  }

  /** Whether the person is erased. */
  async isErased(id: string): Promise<boolean> {
    const { rows } = await this.#work.read(
      `select 1 from ${this.#schema}.people where school_id = $1 and id = $2 and erased`,
      [this.#work.school, id],
    )
    return rows.length > 0
  }

  /** Records that the person was merged into another. */
  noteMerged(id: string, intoId: string): void {
    this.#work.write(
      `insert into ${this.#schema}.people (school_id, id, gone, merged_into) values ($1, $2, true, $3)
       on conflict (school_id, id) do update set gone = true, merged_into = excluded.merged_into`,
      [this.#work.school, id, intoId],
    )
  }

  /**
   * The person into whom this one was merged in the end, or the person themselves. Events of merges may arrive in any
   * order.
   */
  async become(id: string): Promise<Id<'usr'>> {
    const { rows } = await this.#work.read(
      `with recursive chain as (
         select $2::text collate "C" as id, 0 as depth
         union select p.merged_into, c.depth + 1 from chain c
           join ${this.#schema}.people p on p.school_id = $1 and p.id = c.id where p.merged_into is not null and c.depth < 100)
       select id from chain order by depth desc limit 1`,
      [this.#work.school, id],
    )
    return rows[0]![0] as Id<'usr'>
  }
}
