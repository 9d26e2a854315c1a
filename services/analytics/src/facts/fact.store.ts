import { randomUUID } from 'node:crypto'
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { BuyerStore } from './buyer.store.ts'
import { dayOfTime, zoneOfDatabase } from './day.ts'
import { type Fact, type FactKind, isStamped, type Seen } from './fact.ts'
import { differingObjects, insertSql, readFact, type StoredFact, storedFactsSql } from './stored-fact.ts'

/** What has been read of a school. */
export interface State {
  /** The zone of the days that are summed up. */
  readonly zone: string
  readonly event_id: string | null
  readonly at: string
  /** False while the figures of a restored school are counted anew. */
  readonly is_whole: boolean
}

/** Whether by which channel or page a person came depends on facts of a kind, or what else follows for them. */
const bearsOnStamps = (kind: FactKind) => isStamped(kind) || ['touch', 'form', 'recurring'].includes(kind)
const bearsOnPeople = (kind: FactKind) => kind === 'order' || kind === 'lesson_started'

interface DroppedFact {
  readonly object_id: string
  readonly kind: FactKind
  readonly at: string
  readonly user_id: string | null
  readonly visitor: string | null
}

export class FactStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The facts of a school change in one transaction at a time. */
  async lock(): Promise<void> {
    await this.#work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `facts of ${this.#work.school}`,
    ])
  }

  /** What has been read of the school; null before its first event. */
  async state(): Promise<State | null> {
    const { rows } = await this.#work.read(
      'select zone, event_id, at, is_whole from "analytics"."states" where school_id = $1',
      [this.#work.school],
    )
    const [row] = rows
    if (!row) return null
    const [zone, event_id, at, is_whole] = row
    return { zone: zone!, event_id: event_id ?? null, at: readDatabaseTime(at!), is_whole: is_whole === 't' }
  }

  saveState({ zone, event_id, at }: Omit<State, 'is_whole'>): void {
    this.#work.write(
      `insert into "analytics"."states" (school_id, zone, event_id, at) values ($1, $2, $3, $4)
       on conflict (school_id) do update set zone = $2, event_id = $3, at = $4`,
      [this.#work.school, zone, event_id, at],
    )
  }

  /** Whether all that the school has is counted. */
  markWhole(isWhole: boolean): void {
    this.#work.write('update "analytics"."states" set is_whole = $2 where school_id = $1', [
      this.#work.school,
      isWhole ? 't' : 'f',
    ])
  }

  /**
   * Keeps the contributions of objects in place of older ones, unless a later version was read, and marks the days that
   * change. Says whether there are any. What follows for people follows from what has changed; `anew` from all. Lock before.
   */
  async keep(seen: readonly Seen[], zone: string, { anew = false } = {}): Promise<boolean> {
    if (seen.length === 0) return false
    const sorted = seen.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const { rows } = await this.#work.lock(
      `insert into "analytics"."read_objects" as o (school_id, id, version, read_at)
       select $1, n.id, n.version, $4::timestamptz from unnest($2::text[], $3::int[]) n(id, version)
       on conflict (school_id, id) do update set version = excluded.version, read_at = excluded.read_at
         where o.version <= excluded.version returning id`,
      [
        this.#work.school,
        textArray(sorted.map(({ id }) => id)),
        textArray(sorted.map(({ version }) => String(version))),
        this.#work.now,
      ],
    )
    const acceptedIds = new Set(rows.map(([id]) => id))
    const fresh = sorted.filter(({ id }) => acceptedIds.has(id))
    const read = await this.#about(
      fresh.flatMap(({ id, facts }) => facts.map(each => ({ ...each, object_id: id }))),
    )
    const changedIds = await this.#differing(
      fresh.map(({ id }) => id),
      read,
    )
    const changed = fresh.filter(({ id }) => changedIds.has(id))
    const now = read.filter(({ object_id }) => changedIds.has(object_id))
    const dropped = await this.#drop([...changedIds])
    const visitors = await this.#visitors(changed, now, dropped)
    const written = now.map(each => ({
      ...each,
      visitor: each.user_id ? null : (visitors.get(each.object_id) ?? null),
    }))
    await this.#insert(written)
    return this.#follow([...dropped, ...written], zone, anew ? read : [])
  }

  /**
   * Has what follows for the people of changed facts change, too, and marks all days that have changed; says whether there are any.
   * `others` are facts of people for whom it may not have followed yet.
   */
  async #follow(
    changed: readonly Pick<StoredFact, 'at' | 'kind' | 'user_id' | 'visitor'>[],
    zone: string,
    others: readonly StoredFact[] = [],
  ): Promise<boolean> {
    const peopleOf = (bears: (kind: FactKind) => boolean) =>
      new Set(
        [...changed, ...others].flatMap(({ kind, user_id, visitor }) =>
          bears(kind) ? (user_id ?? visitor ?? []) : [],
        ),
      )
    const people = peopleOf(bearsOnStamps)
    const onward = [...peopleOf(bearsOnPeople)].filter(each => !people.has(each))
    const derived = await new BuyerStore(this.#work).follow([...people], zone, onward)
    const times = [...changed.map(({ at }) => at), ...derived]
    this.#mark(times, zone)
    return times.length > 0
  }

  /** Forgets objects that were not read since a time, at most this many; says how many. Lock before. */
  async dropUnread(since: string, zone: string, most: number): Promise<number> {
    const { rows } = await this.#work.lock(
      `delete from "analytics"."read_objects" where school_id = $1 and id = any(array(
         select id from "analytics"."read_objects" where school_id = $1 and read_at < $2 order by read_at limit $3))
       returning id`,
      [this.#work.school, since, String(most)],
    )
    await this.#follow(await this.#drop(rows.map(([id]) => id!)), zone)
    return rows.length
  }

  /** The facts of a person become those of another. Says whether days have changed. Lock before. */
  async merge(from: string, into: string, zone: string): Promise<boolean> {
    await this.#work.lock(
      'update "analytics"."facts" set user_id = $3 where school_id = $1 and user_id = $2',
      [this.#work.school, from, into],
    )
    const times = await new BuyerStore(this.#work).follow([into], zone)
    this.#mark(times, zone)
    return times.length > 0
  }

  /** Has the months of first payments be those of a time zone. Lock before. */
  changeCohorts(zone: string): void {
    new BuyerStore(this.#work).changeCohorts(zone)
  }

  /** Objects of a person of which a merge makes one of two, after one of them: what was done in a lesson, and registrations. */
  async unitable(userId: string, after: string, most: number): Promise<string[]> {
    const { rows } = await this.#work.read(
      `select object_id from "analytics"."facts" where school_id = $1 and user_id = $2
         and kind = any('{lesson_started,registration}') and object_id > $3 collate "C"
       order by object_id collate "C" limit $4`,
      [this.#work.school, userId, after, String(most)],
    )
    return rows.map(([id]) => id!)
  }

  /**
   * Facts are about nobody, and sums stay, also those of the channel: that facts were of one person is all that is kept of
   * them.
   */
  erase(userId: string): void {
    this.#work.write(
      'update "analytics"."facts" set user_id = null, visitor = $3 where school_id = $1 and user_id = $2',
      [this.#work.school, userId, randomUUID()],
    )
  }

  /** The number of facts about a person. */
  async count(userId: string): Promise<number> {
    const { rows } = await this.#work.read(
      'select count(*) from "analytics"."facts" where school_id = $1 and user_id = $2',
      [this.#work.school, userId],
    )
    return Number(rows[0]![0])
  }

  /** The facts about a person, in the order of their places, after one of them. */
  async about(userId: string, after: string | null, most: number) {
    const sortKey = `object_id || ' ' || kind || ' ' || place`
    const { rows } = await this.#work.read(
      `select ${sortKey}, kind, at, amount, currency, source, medium, campaign from "analytics"."facts"
       where school_id = $1 and user_id = $2 and ($3::text is null or ${sortKey} > $3 collate "C")
       order by ${sortKey} collate "C" limit $4`,
      [this.#work.school, userId, after, String(most)],
    )
    return rows.map(([id, kind, at, amount, currency, source, medium, campaign]) => ({
      id: id!,
      kind: kind!,
      at: readDatabaseTime(at!),
      amount: Number(amount),
      currency: currency!,
      source: source!,
      medium: medium!,
      campaign: campaign!,
    }))
  }

  /** Those of these objects whose facts are to be written anew. */
  async #differing(ids: readonly string[], now: readonly StoredFact[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const { rows } = await this.#work.read(storedFactsSql, [this.#work.school, textArray(ids)])
    return differingObjects(ids, rows.map(readFact), now)
  }

  /**
   * Deletes the facts of objects, and says of which times and erased people they were. The visit and the form of an erased
   * person stay: where they are kept, their words are gone.
   */
  async #drop(ids: readonly string[]): Promise<DroppedFact[]> {
    if (ids.length === 0) return []
    const { rows } = await this.#work.lock(
      `delete from "analytics"."facts" where school_id = $1 and object_id = any($2::text[])
         and not (kind in ('touch', 'form') and visitor is not null) returning object_id, kind, at, user_id, visitor`,
      [this.#work.school, textArray(ids)],
    )
    return rows.map(([object_id, kind, at, user_id, visitor]) => ({
      object_id: object_id!,
      kind: kind as FactKind,
      at: at!,
      user_id: user_id ?? null,
      visitor: visitor ?? null,
    }))
  }

  /** Which erased people objects are of, as their facts before say, or those of what they belong to. */
  async #visitors(
    seen: readonly Seen[],
    facts: readonly (Fact & { object_id: string })[],
    dropped: readonly DroppedFact[],
  ): Promise<Map<string, string>> {
    const visitors = new Map(
      dropped.flatMap(({ object_id, visitor }) => (visitor ? [[object_id, visitor]] : [])),
    )
    const unknown = new Set(
      facts.flatMap(({ user_id, object_id }) => (user_id || visitors.has(object_id) ? [] : object_id)),
    )
    const owners = seen.flatMap(({ id, belongsTo = [] }) => (unknown.has(id) ? belongsTo : []))
    if (owners.length === 0) return visitors
    const { rows } = await this.#work.read(
      `select distinct object_id, visitor from "analytics"."facts"
       where school_id = $1 and object_id = any($2::text[]) and visitor is not null`,
      [this.#work.school, textArray([...new Set(owners)])],
    )
    const ofOwners = new Map([...visitors, ...rows.map(([id, visitor]) => [id!, visitor!] as const)])
    for (const { id, belongsTo = [] } of seen) {
      const owner = belongsTo.find(each => ofOwners.has(each))
      if (owner && unknown.has(id)) visitors.set(id, ofOwners.get(owner)!)
    }
    return visitors
  }

  /** The facts with who people have become: by a merge another, by an erasure nobody. */
  async #about<F extends Fact>(facts: readonly F[]): Promise<F[]> {
    const ids = new Set(facts.flatMap(({ user_id }) => user_id ?? []))
    if (ids.size === 0) return [...facts]
    const { rows } = await this.#work.read(
      `with recursive chain as (
         select i collate "C" as first, i collate "C" as id, 0 as depth from unnest($2::text[]) i
         union select c.first, p.merged_into, c.depth + 1 from chain c
           join "analytics"."people" p on p.school_id = $1 and p.id = c.id
         where p.merged_into is not null and c.depth < 100),
       last as (select distinct on (first) first, id from chain order by first, depth desc)
       select l.first, case when not coalesce(p.erased, false) then l.id end
       from last l left join "analytics"."people" p on p.school_id = $1 and p.id = l.id`,
      [this.#work.school, textArray([...ids])],
    )
    const become = new Map(rows.map(([first, id]) => [first!, id ?? null]))
    return facts.map(each =>
      each.user_id === null ? each : { ...each, user_id: become.get(each.user_id) ?? null },
    )
  }

  async #insert(facts: readonly StoredFact[]): Promise<void> {
    if (facts.length > 0) await this.#work.lock(insertSql, [this.#work.school, JSON.stringify(facts)])
  }

  #mark(times: readonly string[], zone: string): void {
    if (times.length === 0) return
    this.#work.write(
      `insert into "analytics"."dirty_days" (school_id, day)
       select distinct $1, ${dayOfTime('t', '$3')} from unnest($2::timestamptz[]) t order by 2
       on conflict do nothing`,
      [this.#work.school, textArray([...new Set(times)]), zoneOfDatabase(zone)],
    )
  }
}
