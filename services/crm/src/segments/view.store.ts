// What rules need to know of people, read together for many people and rules.
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { type Fact, nameOf } from '../facts/fact.rules.ts'
import { kindOf, leavesOf, type Rule, segmentsIn, typeOf } from './rule.ts'
import type { PersonView } from './rule-interpret.ts'

/** Reads the views of people for some rules. */
export async function viewsOf(
  userIds: readonly string[],
  rules: readonly Rule[],
  work: UnitOfWork,
): Promise<Map<string, PersonView>> {
  const leaves = rules.flatMap(rule => leavesOf(rule).map(({ leaf }) => leaf))
  const types = [...new Set(leaves.flatMap(leaf => typeOf(leaf) ?? []))]
  const windows = leaves.flatMap(leaf => {
    if ('event' in leaf && leaf.within_days) return [{ type: leaf.event, times: leaf.at_least }]
    return 'did_not' in leaf && leaf.within_days ? [{ type: leaf.did_not, times: 1 }] : []
  })
  const kinds = [...new Set(leaves.map(kindOf))]
  const [here, facts, counts, events, segments] = await Promise.all([
    readHere(userIds, work),
    readFacts(userIds, kinds, work),
    readCounts(userIds, types, work),
    readEvents(userIds, windows, work),
    readSegments(userIds, [...new Set(rules.flatMap(segmentsIn))], work),
  ])
  return new Map(
    userIds.map(id => [
      id,
      {
        here: here.has(id),
        facts: facts.get(id) ?? new Map(),
        counts: counts.get(id) ?? new Map(),
        events: events.get(id) ?? new Map(),
        segments: new Set(segments.get(id) ?? []),
      },
    ]),
  )
}

const time = (text: string) => Date.parse(readDatabaseTime(text))

async function readHere(userIds: readonly string[], work: UnitOfWork): Promise<Set<string>> {
  const { rows } = await work.read(
    `select user_id from "crm"."person_states" where school_id = $1 and user_id = any($2::text[]) and here`,
    [work.school, textArray(userIds)],
  )
  return new Set(rows.map(([id]) => id!))
}

type Facts = Map<string, Map<string, Pick<Fact, 'text' | 'number' | 'at'>[]>>

async function readFacts(
  userIds: readonly string[],
  kinds: readonly string[],
  work: UnitOfWork,
): Promise<Facts> {
  const { rows } = await work.read(
    `select user_id, kind, key, text, number, at from "crm"."person_facts"
     where school_id = $1 and user_id = any($2::text[]) and kind = any($3::text[]) order by user_id, kind, key, place`,
    [work.school, textArray(userIds), textArray(kinds)],
  )
  const byPerson: Facts = new Map()
  for (const [id, kind, key, text, number, at] of rows) {
    const facts = byPerson.get(id!) ?? new Map()
    byPerson.set(id!, facts)
    const name = nameOf({ kind: kind as Fact['kind'], key: key! })
    const fact = {
      text: text ?? null,
      number: number === null ? null : Number(number),
      at: at ? readDatabaseTime(at) : null,
    }
    facts.set(name, [...(facts.get(name) ?? []), fact])
  }
  return byPerson
}

async function readCounts(userIds: readonly string[], types: readonly string[], work: UnitOfWork) {
  const byPerson = new Map<string, Map<string, { number: number; first: number; last: number }>>()
  if (types.length === 0) return byPerson
  const { rows } = await work.read(
    `select user_id, type, number, first_at, last_at from "crm"."person_counts"
     where school_id = $1 and user_id = any($2::text[]) and type = any($3::text[])`,
    [work.school, textArray(userIds), textArray(types)],
  )
  for (const [id, type, number, first, last] of rows) {
    const counts = byPerson.get(id!) ?? new Map()
    byPerson.set(id!, counts.set(type!, { number: Number(number), first: time(first!), last: time(last!) }))
  }
  return byPerson
}

/** The latest events of each type, as many as a rule counts. */
async function readEvents(
  userIds: readonly string[],
  windows: readonly { type: string; times: number }[],
  work: UnitOfWork,
) {
  const byPerson = new Map<string, Map<string, number[]>>()
  if (windows.length === 0) return byPerson
  const most = new Map<string, number>()
  for (const { type, times } of windows) most.set(type, Math.max(times, most.get(type) ?? 0))
  const { rows } = await work.read(
    `select u.id, w.type, e.at from unnest($2::text[]) u(id), unnest($3::text[], $4::int[]) w(type, times),
       lateral (select at from "crm"."person_events" e where e.school_id = $1 and e.user_id = u.id and e.type = w.type
         order by at desc limit w.times) e
     order by 1, 2, 3 desc`,
    [work.school, textArray(userIds), textArray([...most.keys()]), textArray([...most.values()].map(String))],
  )
  for (const [id, type, at] of rows) {
    const events = byPerson.get(id!) ?? new Map()
    byPerson.set(id!, events.set(type!, [...(events.get(type!) ?? []), time(at!)]))
  }
  return byPerson
}

async function readSegments(userIds: readonly string[], ids: readonly string[], work: UnitOfWork) {
  if (ids.length === 0) return new Map<string, string[]>()
  const { rows } = await work.read(
    `select m.id, m.segment_id from "crm"."segments" s join "crm"."segment_people" m
       on m.school_id = s.school_id and m.segment_id = s.id and m.generation = s.generation
     where s.school_id = $1 and s.id = any($2::text[]) and m.id = any($3::text[]) and m.member`,
    [work.school, textArray(ids), textArray(userIds)],
  )
  const byPerson = Map.groupBy(rows, ([id]) => id!)
  return new Map([...byPerson].map(([id, segmentRows]) => [id, segmentRows.map(([, segment]) => segment!)]))
}
