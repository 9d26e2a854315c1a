// What follows from the facts of people: their first payment, the channel by which they came, and how their recurring revenue
// has changed. It is derived anew whenever facts of a person change, so neither order nor repetition of events matters.
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { zoneOfDatabase } from './day.ts'
import { derivedFacts, derivedKinds } from './derived.ts'
import { isStamped, stampedKinds, stamps } from './fact.ts'
import { columns, insertSql, type StoredFact } from './stored-fact.ts'

/** Kinds from which something follows. */
const sourceKinds = ['payment', 'recurring', ...derivedKinds]

const who = 'coalesce(f.user_id, f.visitor)'
const ofPeople = 'f.school_id = $1 and (f.user_id = any($2::text[]) or f.visitor = any($2::text[]))'
const stamped = stamps.map(name => `f.${name}`).join(', ')

export class BuyerStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Derives what follows for these people, users or visitors; the times of all facts that have changed by it. Lock before. */
  async follow(people: readonly string[], zone: string): Promise<string[]> {
    if (people.length === 0) return []
    const changed = await this.#derive(people)
    return [...changed, ...(await this.#stamp(people, zone))]
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

  /** Writes first payments and changes of recurring revenue where they are others than before. */
  async #derive(people: readonly string[]): Promise<string[]> {
    const { rows } = await this.#work.read(
      `with first as (select distinct on (${who}) f.object_id from "analytics"."facts" f
         where ${ofPeople} and f.kind = 'payment' order by ${who}, f.at, f.object_id)
       select ${columns.map(name => `f.${name}`).join(', ')} from "analytics"."facts" f
       where ${ofPeople} and f.kind = any($3::text[])
         and (f.kind <> 'payment' or f.object_id in (select object_id from first))`,
      [this.#work.school, textArray(people), textArray(sourceKinds)],
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
    return [...gone, ...added].map(({ at }) => at)
  }

  /** Has facts of money say by which channel their person came first, and in which month they paid first. */
  async #stamp(people: readonly string[], zone: string): Promise<string[]> {
    const { rows } = await this.#work.lock(
      `with person as (select p as who, coalesce(b.cohort, '') as cohort, coalesce(t.source, '') as source,
           coalesce(t.medium, '') as medium, coalesce(t.campaign, '') as campaign
         from unnest($2::text[]) p
         left join lateral (select to_char(f.at at time zone $3, 'YYYY-MM') as cohort from "analytics"."facts" f
           where f.school_id = $1 and (f.user_id = p or f.visitor = p) and f.kind = 'buyer' order by f.at limit 1) b on true
         left join lateral (select f.source, f.medium, f.campaign from "analytics"."facts" f
           where f.school_id = $1 and (f.user_id = p or f.visitor = p) and f.kind = 'touch'
           order by f.at, f.object_id limit 1) t on true)
       update "analytics"."facts" f set ${stamps.map(name => `${name} = p.${name}`).join(', ')} from person p
       where ${ofPeople} and f.kind = any($4::text[]) and ${who} = p.who
         and (${stamped}) is distinct from (${stamps.map(name => `p.${name}`).join(', ')})
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
      name === 'at'
        ? Date.parse(each.at)
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
    amount: Number(fact.amount),
  } as unknown as StoredFact
}
