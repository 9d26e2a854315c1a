// What rules need to know of people, read together for many people and rules.
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { type Fact, nameOf } from '../facts/fact.rules.ts'
import { type Bases, basesOf } from '../settings/topic.ts'
import { countsOf, isEventLeaf, keyOfCount, questionOf } from './event-leaf.ts'
import { queriesOf, readCounts, readEvents } from './event-view.ts'
import { reachableKinds } from './reachable-leaf.ts'
import { kindOf, leavesOf, namesIn, type Rule, segmentsIn } from './rule.ts'
import type { PersonView } from './rule-interpret.ts'

/** Reads the views of people for some rules. */
export async function viewsOf(
  userIds: readonly string[],
  rules: readonly Rule[],
  work: UnitOfWork,
  { settings }: Pick<Stores, 'settings'>,
): Promise<Map<string, PersonView>> {
  const leaves = rules.flatMap(rule => leavesOf(rule).map(({ leaf }) => leaf))
  const questions = leaves.filter(isEventLeaf).map(questionOf)
  const counted = new Map(questions.flatMap(countsOf).map(each => [keyOfCount(each), each]))
  const kinds = leaves.flatMap((leaf): readonly string[] =>
    'reachable' in leaf ? reachableKinds : [kindOf(leaf)],
  )
  const [here, facts, counts, events, segments, bases] = await Promise.all([
    readHere(userIds, work),
    readFacts(userIds, [...new Set(kinds)], work),
    readCounts(userIds, [...counted.values()], work),
    readEvents(userIds, queriesOf(questions), work),
    readSegments(userIds, [...new Set(rules.flatMap(segmentsIn))], work),
    readBases(rules, settings),
  ])
  return new Map(
    userIds.map(id => [
      id,
      {
        here: here.has(id),
        facts: facts.get(id) ?? new Map(),
        counts: counts.get(id) ?? new Map(),
        events: events.get(id) ?? new Map(),
        bases,
        segments: new Set(segments.get(id) ?? []),
      },
    ]),
  )
}

/** What topics are based on, if one of the rules asks who may be written to. */
export async function readBases(rules: readonly Rule[], settings: Stores['settings']): Promise<Bases> {
  if (!rules.some(rule => namesIn(rule).topics.length)) return new Map()
  return basesOf((await settings.get()).topics)
}

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

/** Which of these segments people are in; whoever is in none is absent. */
export async function readSegments(userIds: readonly string[], ids: readonly string[], work: UnitOfWork) {
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
