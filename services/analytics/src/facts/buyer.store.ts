// What follows from the facts of people: their first payment, the channel by which they came, and how their recurring revenue
// has changed. It is derived anew whenever facts of a person change, so neither order nor repetition of events matters.
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { zoneOfDatabase } from './day.ts'
import { derivedFacts, derivedKinds, firstKinds } from './derived.ts'
import { isStamped, stampedKinds, stamps } from './fact.ts'
import { columns, insertSql, type StoredFact } from './stored-fact.ts'

/** Kinds of which all facts of a person are read: the others have a first one, and visits a last one. */
const sourceKinds = ['recurring', ...derivedKinds]

const who = 'coalesce(f.user_id, f.visitor)'
const ofPeople = 'f.school_id = $1 and (f.user_id = any($2::text[]) or f.visitor = any($2::text[]))'
const stamped = stamps.map(name => `f.${name}`).join(', ')

/** SQL: the first fact of a kind of the person `p`, or the last one; by an index, however many there are. */
const oneOf = (kind: string, { columns: some, last = false }: { columns: string; last?: boolean }) => {
  const direction = last ? 'desc' : 'asc'
  const order = `order by at ${direction}, object_id ${direction} limit 1`
  const by = (owner: string) =>
    `(select ${some} from "analytics"."facts" where school_id = $1 and ${owner} = p and kind = ${kind} ${order})`
  return `(${by('user_id')} union all ${by('visitor')} limit 1)`
}

export class BuyerStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /**
   * Derives what follows for these people, users or visitors; the times of all facts that have changed by it. Of `onward` nothing
   * has changed that says by which channel or page they came. Lock before.
   */
  async follow(people: readonly string[], zone: string, onward: readonly string[] = []): Promise<string[]> {
    if (people.length + onward.length === 0) return []
    const changed = await this.#derive([...people, ...onward])
    const became = changed.flatMap(({ user_id, visitor }) => user_id ?? visitor ?? [])
    const stampedTimes = await this.#stamp([...new Set([...people, ...became])], zone)
    return [...changed.map(({ at }) => at), ...stampedTimes]
  }

  /** Has the months of first payments be those of a time zone. */
  changeCohorts(zone: string): void {
    this.#work.write(
      `update "analytics"."facts" f set cohort = b.cohort
       from (select ${who} as who, min(to_char(f.at at time zone $2, 'YYYY-MM')) as cohort from "analytics"."facts" f
         where f.school_id = $1 and f.kind = 'buyer' group by 1) b
       where f.school_id = $1 and ${who} = b.who and f.cohort <> '' and f.cohort <> b.cohort`,
      [this.#work.school, zoneOfDatabase(zone)],
    )
  }

  /** Writes what follows where it is something else than before, and returns what was and is so. */
  async #derive(people: readonly string[]): Promise<StoredFact[]> {
    const { rows } = await this.#work.read(
      `with one as (
         select o.object_id, k as kind from unnest($2::text[]) p cross join unnest($4::text[]) k
           cross join lateral ${oneOf('k', { columns: 'object_id' })} o
         union select o.object_id, 'touch' from unnest($2::text[]) p
           cross join lateral ${oneOf(`'touch'`, { columns: 'object_id', last: true })} o)
       select ${columns.map(name => `f.${name}`).join(', ')} from "analytics"."facts" f
       where ${ofPeople} and f.kind = any($3::text[])
       union all select ${columns.map(name => `f.${name}`).join(', ')} from one
         join "analytics"."facts" f on f.school_id = $1 and f.object_id = one.object_id and f.kind = one.kind`,
      [this.#work.school, textArray(people), textArray(sourceKinds), textArray(firstKinds)],
    )
    const facts = rows.map(readRow)
    const before = new Map(
      facts.filter(({ kind }) => derivedKinds.includes(kind)).map(each => [lineOf(each), each]),
    )
    const now = new Map(
      derivedFacts(facts.filter(({ kind }) => !derivedKinds.includes(kind))).map(each => [
        lineOf(each),
        each,
      ]),
    )
    const gone = [...before].filter(([line]) => !now.has(line)).map(([, each]) => each)
    const added = [...now].filter(([line]) => !before.has(line)).map(([, each]) => each)
    if (gone.length)
      await this.#work.lock(
        `delete from "analytics"."facts" f using unnest($2::text[], $3::text[], $4::text[]) g(object_id, kind, place)
         where f.school_id = $1 and f.object_id = g.object_id and f.kind = g.kind and f.place = g.place`,
        [
          this.#work.school,
          ...(['object_id', 'kind', 'place'] as const).map(name => textArray(gone.map(each => each[name]))),
        ],
      )
    if (added.length) await this.#work.lock(insertSql, [this.#work.school, JSON.stringify(added)])
    return [...gone, ...added]
  }

  /**
   * Has facts say by which channel their person came first, by which one last up to then, by the form of which page, and in which
   * month they paid first. Where no visit was before, the first one after is also the last.
   */
  async #stamp(people: readonly string[], zone: string): Promise<string[]> {
    if (people.length === 0) return []
    const words = ['source', 'medium', 'campaign']
    const touchOf = (owner: string) =>
      `(select t.source, t.medium, t.campaign from "analytics"."facts" t where t.school_id = $1 and t.${owner} = p.who
         and t.kind = 'touch' and t.at <= coalesce(f.paid_at, f.at) order by t.at desc, t.object_id desc limit 1)`
    const { rows } = await this.#work.lock(
      `with person as (select p as who, coalesce(b.cohort, '') as cohort, coalesce(o.page, '') as page,
           ${words.map(name => `coalesce(t.${name}, '') as ${name}`).join(', ')}
         from unnest($2::text[]) p
         left join lateral ${oneOf(`'buyer'`, { columns: `to_char(at at time zone $3, 'YYYY-MM') as cohort` })} b on true
         left join lateral ${oneOf(`'form'`, { columns: 'page' })} o on true
         left join lateral ${oneOf(`'touch'`, { columns: words.join(', ') })} t on true),
       wanted as (
         select f.object_id, f.kind, f.place, p.source, p.medium, p.campaign, p.cohort, p.page,
           ${words.map(name => `coalesce(l.${name}, p.${name}) as last_${name}`).join(', ')}
         from "analytics"."facts" f join person p on ${who} = p.who
         left join lateral (${touchOf('user_id')} union all ${touchOf('visitor')} limit 1) l on true
         where ${ofPeople} and f.kind = any($4::text[]))
       update "analytics"."facts" f set ${stamps.map(name => `${name} = w.${name}`).join(', ')} from wanted w
       where f.school_id = $1 and f.object_id = w.object_id and f.kind = w.kind and f.place = w.place
         and (${stamped}) is distinct from (${stamps.map(name => `w.${name}`).join(', ')})
       returning f.at`,
      [this.#work.school, textArray(people), zoneOfDatabase(zone), textArray(stampedKinds)],
    )
    return rows.map(([at]) => at!)
  }
}

/** What tells a derived fact from another one; stamps follow. */
const lineOf = (each: StoredFact): string =>
  JSON.stringify(
    columns.map(name =>
      name === 'at' || name === 'paid_at'
        ? Date.parse(each[name] ?? '')
        : isStamped(each.kind) && (stamps as readonly string[]).includes(name)
          ? ''
          : each[name],
    ),
  )

function readRow(row: readonly (string | null)[]): StoredFact {
  const fact = Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null]))
  return {
    ...fact,
    first: fact.first === 't',
    at: readDatabaseTime(fact.at!),
    paid_at: fact.paid_at ? readDatabaseTime(fact.paid_at) : null,
    amount: Number(fact.amount),
  } as unknown as StoredFact
}
