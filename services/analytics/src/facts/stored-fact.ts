// The rows of facts, and which objects have others than before: most changes of an object are about no figure.
import { readDatabaseTime } from '@lms/service-host'
import { type Fact, factDimensions, isStamped, stamps } from './fact.ts'

export type StoredFact = Fact & { readonly object_id: string }

/** The columns of a row. */
export const columns = [
  ...['object_id', 'kind', 'place', 'first', 'at', 'user_id', 'visitor', 'paid_at', 'amount'],
  ...factDimensions,
] as const

const types: Readonly<Record<string, string>> = {
  first: 'boolean',
  at: 'timestamptz',
  paid_at: 'timestamptz',
  amount: 'bigint',
}
/** Inserts facts, as JSON, into a school. */
export const insertSql = `insert into "analytics"."facts" (school_id, ${columns.join(', ')})
  select $1, ${columns.map(name => `f.${name}`).join(', ')} from jsonb_to_recordset($2::jsonb)
  as f(${columns.map(name => `${name} ${types[name] ?? 'text'}`).join(', ')}) on conflict do nothing`

/** What a fact says. Who it was of an erased person follows from what was there. */
const compared = columns.filter(name => name !== 'visitor') as Exclude<keyof StoredFact, 'visitor'>[]

/** The facts of objects of a school, as `readFact` reads them. */
export const storedFactsSql = `select ${compared.join(', ')} from "analytics"."facts"
  where school_id = $1 and object_id = any($2::text[])`

/** The fact of a row of `storedFactsSql`. */
export function readFact(row: readonly (string | null)[]): StoredFact {
  const fact = Object.fromEntries(compared.map((name, index) => [name, row[index] ?? null]))
  return {
    ...fact,
    first: fact.first === 't',
    at: readDatabaseTime(fact.at!),
    paid_at: fact.paid_at ? readDatabaseTime(fact.paid_at) : null,
    amount: Number(fact.amount),
    visitor: null,
  } as unknown as StoredFact
}

/** What a stamped fact says of its person is not read with it. */
const comparedValue = (fact: StoredFact, name: (typeof compared)[number]) =>
  name === 'at' || name === 'paid_at'
    ? Date.parse(fact[name] ?? '')
    : isStamped(fact.kind) && (stamps as readonly string[]).includes(name)
      ? ''
      : fact[name]

/** The facts of each object as one text, whatever their order. */
const linesOf = (facts: readonly StoredFact[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(facts, ({ object_id }) => object_id)].map(([id, all]) => [
      id,
      all
        .map(fact => JSON.stringify(compared.map(name => comparedValue(fact, name))))
        .sort()
        .join(),
    ]),
  )

/**
 * Those of these objects whose facts are others than the stored ones. Also all with a fact of nobody: it may have become clear
 * of which erased person it is.
 */
export function differingObjects(
  ids: readonly string[],
  before: readonly StoredFact[],
  now: readonly StoredFact[],
): Set<string> {
  const [linesBefore, linesNow] = [linesOf(before), linesOf(now)]
  const ofNobody = new Set(now.flatMap(({ user_id, object_id }) => (user_id === null ? object_id : [])))
  return new Set(ids.filter(id => ofNobody.has(id) || linesBefore.get(id) !== linesNow.get(id)))
}
