import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { type Properties, subjectsOf } from './event-properties.ts'
import { difference, eventDays, eventFact, type Fact, type FactKind, hereFact, nameOf } from './fact.rules.ts'
import { dropFacts, type FactOfPerson, putFacts, readFact } from './fact-rows.ts'

/** What was read of a person; `facts` of some kinds. */
export interface Present {
  readonly user_id: string
  readonly here: boolean
  readonly facts: readonly Fact[]
}

/** An event about a person. */
export interface PersonEvent {
  readonly id: string
  readonly user_id: string
  readonly type: string
  /** When it happened. */
  readonly at: string
  /** When it was told, where that was later: of what came in with an import. */
  readonly created_at?: string
  readonly properties: Properties
}

/** Changed facts, by person; `here` is one of them. */
export type Changed = Map<string, Set<string>>

const dayMs = 24 * 3600_000

export class FactStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** What is known of a school's people changes in one transaction at a time. */
  async lock(): Promise<void> {
    await this.#work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `facts of ${this.#work.school}`,
    ])
  }

  /** Who people have become by merges; those who were not merged are absent. */
  async merged(ids: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.#work.read(
      `with recursive chain as (
         select id as first, merged_into as id, 1 as depth from "crm"."people"
         where school_id = $1 and id = any($2::text[]) and merged_into is not null
         union select c.first, p.merged_into, c.depth + 1 from chain c
           join "crm"."people" p on p.school_id = $1 and p.id = c.id
         where p.merged_into is not null and c.depth < 100)
       select distinct on (first) first, id from chain order by first, depth desc`,
      [this.#work.school, textArray(ids)],
    )
    return new Map(rows.map(([id, into]) => [id!, into!]))
  }

  /**
   * Keeps what was read of people, unless a later reading is kept. `kinds` are those that were read. Adds what changed
   * to `changed`. Lock before.
   */
  async keep(
    people: readonly Present[],
    { kinds, readAt }: { kinds: readonly FactKind[]; readAt: string },
    changed: Changed,
  ): Promise<void> {
    const ids = people.map(({ user_id }) => user_id)
    const [states, storedFacts] = await Promise.all([this.#states(ids), this.#facts(ids, kinds)])
    const news = people.filter(({ user_id }) => {
      const knownState = states.get(user_id)
      return !knownState || Date.parse(knownState.readAt) <= Date.parse(readAt)
    })
    for (const { user_id, here } of news)
      if ((states.get(user_id)?.here ?? false) !== here) note(changed, user_id, hereFact)
    this.#saveStates(news, readAt)
    this.#replace(storedFacts, news, changed)
  }

  /**
   * Keeps facts of one kind, read here in this transaction, in place of those of the same kind. Adds what changed to
   * `changed`. Lock before.
   */
  async keepKind(
    kind: FactKind,
    people: readonly Pick<Present, 'user_id' | 'facts'>[],
    changed: Changed,
  ): Promise<void> {
    const ids = people.map(({ user_id }) => user_id)
    this.#replace(await this.#facts(ids, [kind]), people, changed)
  }

  #replace(
    storedFacts: ReadonlyMap<string, readonly Fact[]>,
    people: readonly Pick<Present, 'user_id' | 'facts'>[],
    changed: Changed,
  ): void {
    const put: FactOfPerson[] = []
    const drop: FactOfPerson[] = []
    for (const { user_id, facts } of people) {
      const differs = difference(storedFacts.get(user_id) ?? [], facts)
      put.push(...differs.put.map(fact => ({ ...fact, user_id })))
      drop.push(...differs.drop.map(fact => ({ ...fact, user_id })))
      for (const fact of [...differs.put, ...differs.drop]) note(changed, user_id, nameOf(fact))
    }
    dropFacts(drop, this.#work)
    putFacts(put, this.#work)
  }

  /** The kept facts of some kinds of these people, those who are in the school. */
  async ofKinds(
    ids: readonly string[],
    kinds: readonly FactKind[],
  ): Promise<{ user_id: string; facts: Fact[] }[]> {
    const [states, facts] = await Promise.all([this.#states(ids), this.#facts(ids, kinds)])
    return ids
      .filter(id => states.get(id)?.here)
      .map(user_id => ({ user_id, facts: facts.get(user_id) ?? [] }))
  }

  /**
   * Records events, each once, and counts them, in all and by what they were about. One that was kept before its properties
   * were gets these. Adds what changed to `changed`.
   */
  record(events: readonly PersonEvent[], changed: Changed): void {
    const now = this.#work.origin.now.getTime()
    const [oldest, latest] = [now - eventDays * dayMs, now + dayMs]
    for (const { user_id, type, properties } of events)
      for (const subject of ['', ...subjectsOf(properties)]) note(changed, user_id, eventFact(type, subject))
    // Ids of other times have no partition.
    const isRecent = (time: number) => time > oldest && time < latest
    const recentEvents = events.filter(({ created_at, at }) => isRecent(Date.parse(created_at ?? at)))
    if (recentEvents.length === 0) return
    const lines = recentEvents.map(({ properties, created_at: _, ...event }) => ({
      ...event,
      properties,
      subjects: subjectsOf(properties),
    }))
    this.#work.write(
      `with e as materialized (
         select * from jsonb_to_recordset($2::jsonb) as e(id text, user_id text, type text, at timestamptz, properties jsonb, subjects jsonb)),
       completed as (
         update "crm"."person_events" k set properties = e.properties from e
         where k.school_id = $1 and k.id = e.id and k.properties is null returning k.id, k.user_id, k.type, k.at),
       inserted as (
         insert into "crm"."person_events" (school_id, id, user_id, type, at, properties)
         select $1, id, user_id, type, at, properties from e
         on conflict do nothing returning id, user_id, type, at),
       counted as (
         select user_id, type, '' as subject, at from inserted
         union all select k.user_id, k.type, s.subject, k.at
         from (select * from inserted union all select * from completed) k join e on e.id = k.id
         cross join lateral jsonb_array_elements_text(e.subjects) s(subject))
       insert into "crm"."person_counts" as c (school_id, user_id, type, subject, number, first_at, last_at)
       select $1, user_id, type, subject, count(*), min(at), max(at) from counted
       group by user_id, type, subject order by 2, 3, 4
       on conflict (school_id, user_id, type, subject) do update set number = c.number + excluded.number,
         first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at)`,
      [this.#work.school, JSON.stringify(lines)],
    )
  }

  /** The events about a person become those of another. What users and commerce know is read anew. */
  merge(from: string, into: string): void {
    const people = [this.#work.school, from, into]
    this.#work.write(
      `update "crm"."person_events" set user_id = $3 where school_id = $1 and user_id = $2`,
      people,
    )
    this.#work.write(
      `with moved as (delete from "crm"."person_counts" where school_id = $1 and user_id = $2 returning *)
       insert into "crm"."person_counts" as c (school_id, user_id, type, subject, number, first_at, last_at)
       select school_id, $3, type, subject, number, first_at, last_at from moved
       on conflict (school_id, user_id, type, subject) do update set number = c.number + excluded.number,
         first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at)`,
      people,
    )
    this.#forget(['person_facts'], from)
  }

  /** Forgets everything of a person but that they are known. */
  erase(userId: string): void {
    this.#forget(['person_facts', 'person_events', 'person_counts'], userId)
  }

  #forget(tables: readonly string[], userId: string): void {
    for (const table of tables)
      this.#work.write(`delete from "crm"."${table}" where school_id = $1 and user_id = $2`, [
        this.#work.school,
        userId,
      ])
  }

  /** The number of kept rows about a person. */
  async count(userId: string): Promise<number> {
    const { rows } = await this.#work.read(
      `select (select count(*) from "crm"."person_facts" where school_id = $1 and user_id = $2)
         + (select count(*) from "crm"."person_counts" where school_id = $1 and user_id = $2)`,
      [this.#work.school, userId],
    )
    return Number(rows[0]![0])
  }

  /** The kept facts and counts of a person, in the order of their names, after one of them. */
  async about(userId: string, after: string | null, most: number): Promise<PersonKnowledge[]> {
    const { rows } = await this.#work.read(
      `select * from (
         select kind || ':' || key || ' ' || place as id, coalesce(text, number::text), at, null::bigint, null::timestamptz
         from "crm"."person_facts" where school_id = $1 and user_id = $2
         union all
         select 'event:' || type || case subject when '' then '' else ' ' || subject end, null, first_at, number, last_at
         from "crm"."person_counts" where school_id = $1 and user_id = $2) known
       where $3::text is null or id > $3 collate "C" order by id collate "C" limit $4`,
      [this.#work.school, userId, after, String(most)],
    )
    const time = (text: string | null | undefined) => (text ? readDatabaseTime(text) : null)
    return rows.map(([id, value, at, number, last_at]) => ({
      id: id!,
      value: value ?? null,
      at: time(at),
      number: number ? Number(number) : null,
      last_at: time(last_at),
    }))
  }

  async #states(ids: readonly string[]): Promise<Map<string, { here: boolean; readAt: string }>> {
    const { rows } = await this.#work.read(
      `select user_id, here, read_at from "crm"."person_states" where school_id = $1 and user_id = any($2::text[])`,
      [this.#work.school, textArray(ids)],
    )
    return new Map(rows.map(([id, here, at]) => [id!, { here: here === 't', readAt: readDatabaseTime(at!) }]))
  }

  async #facts(ids: readonly string[], kinds: readonly FactKind[]): Promise<Map<string, Fact[]>> {
    const { rows } = await this.#work.read(
      `select user_id, kind, key, place, text, number, at from "crm"."person_facts"
       where school_id = $1 and user_id = any($2::text[]) and kind = any($3::text[])`,
      [this.#work.school, textArray(ids), textArray(kinds)],
    )
    const byPerson = Map.groupBy(rows, ([id]) => id!)
    return new Map([...byPerson].map(([id, factRows]) => [id, factRows.map(readFact)]))
  }

  #saveStates(people: readonly Present[], readAt: string): void {
    if (people.length === 0) return
    this.#work.write(
      `insert into "crm"."person_states" (school_id, user_id, here, read_at)
       select $1, p.id, p.here, $4::timestamptz from unnest($2::text[], $3::boolean[]) p(id, here) order by p.id
       on conflict (school_id, user_id) do update set here = excluded.here, read_at = excluded.read_at`,
      [
        this.#work.school,
        textArray(people.map(({ user_id }) => user_id)),
        textArray(people.map(({ here }) => String(here))),
        readAt,
      ],
    )
  }
}

/** What crm knows of a person, for an export. */
interface PersonKnowledge {
  readonly id: string
  readonly value: string | null
  readonly at: string | null
  readonly number: number | null
  readonly last_at: string | null
}

function note(changed: Changed, userId: string, fact: string): void {
  const facts = changed.get(userId) ?? new Set()
  changed.set(userId, facts.add(fact))
}
