// The rows of facts about people: how they are read and written.
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import type { Fact, FactKind } from './fact.rules.ts'

export type FactOfPerson = Fact & { user_id: string }

/** Deletes facts of people. */
export function dropFacts(facts: readonly FactOfPerson[], work: UnitOfWork): void {
  if (facts.length === 0) return
  work.write(
    `delete from "crm"."person_facts" f
     using unnest($2::text[], $3::text[], $4::text[], $5::int[]) d(user_id, kind, key, place)
     where f.school_id = $1 and f.user_id = d.user_id and f.kind = d.kind and f.key = d.key and f.place = d.place`,
    [work.school, ...keysOf(facts)],
  )
}

/** Keeps facts of people, in place of those at the same places. */
export function putFacts(facts: readonly FactOfPerson[], work: UnitOfWork): void {
  if (facts.length === 0) return
  // An array in text form cannot tell null from the word: values are one JSON document.
  const values = JSON.stringify(facts.map(({ text, number, at }) => ({ text, number, at })))
  work.write(
    `insert into "crm"."person_facts" (school_id, user_id, kind, key, place, text, number, at)
     select $1, k.user_id, k.kind, k.key, k.place, v.value ->> 'text', (v.value ->> 'number')::bigint,
       (v.value ->> 'at')::timestamptz
     from unnest($2::text[], $3::text[], $4::text[], $5::int[]) with ordinality k(user_id, kind, key, place, at)
     join jsonb_array_elements($6::jsonb) with ordinality v(value, at) on v.at = k.at
     on conflict (school_id, user_id, kind, key, place) do update set text = excluded.text,
       number = excluded.number, at = excluded.at`,
    [work.school, ...keysOf(facts), values],
  )
}

const keysOf = (facts: readonly FactOfPerson[]) => [
  ...(['user_id', 'kind', 'key'] as const).map(name => textArray(facts.map(fact => fact[name]))),
  textArray(facts.map(({ place }) => String(place))),
]

/** Of the columns user, kind, key, place, text, number and time. */
export const readFact = ([, kind, key, place, text, number, at]: readonly (string | null)[]): Fact => ({
  kind: kind as FactKind,
  key: key!,
  place: Number(place),
  text: text ?? null,
  number: number === null ? null : Number(number),
  at: at ? readDatabaseTime(at) : null,
})
