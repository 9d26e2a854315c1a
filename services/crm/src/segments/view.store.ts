// What rules need to know of people, read together for many people and rules.
import { placed, readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { type Fact, nameOf } from '../facts/fact.rules.ts'
import {
  type Counted,
  countsOf,
  type EventQuery,
  type EventQuestion,
  isEventLeaf,
  keyOfCount,
  keyOfQuery,
  questionOf,
} from './event-leaf.ts'
import { selectEvents } from './event-sql.ts'
import { kindOf, leavesOf, type Rule, segmentsIn } from './rule.ts'
import type { PersonView } from './rule-interpret.ts'

/** Reads the views of people for some rules. */
export async function viewsOf(
  userIds: readonly string[],
  rules: readonly Rule[],
  work: UnitOfWork,
): Promise<Map<string, PersonView>> {
  const leaves = rules.flatMap(rule => leavesOf(rule).map(({ leaf }) => leaf))
  const questions = leaves.filter(isEventLeaf).map(questionOf)
  const counted = new Map(questions.flatMap(countsOf).map(each => [keyOfCount(each), each]))
  const kinds = [...new Set(leaves.map(kindOf))]
  const [here, facts, counts, events, segments] = await Promise.all([
    readHere(userIds, work),
    readFacts(userIds, kinds, work),
    readCounts(userIds, [...counted.values()], work),
    readEvents(userIds, queriesOf(questions), work),
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

async function readCounts(userIds: readonly string[], counted: readonly Counted[], work: UnitOfWork) {
  const byPerson = new Map<string, Map<string, { number: number; first: number; last: number }>>()
  if (counted.length === 0) return byPerson
  const { rows } = await work.read(
    `select c.user_id, c.type, c.subject, c.number, c.first_at, c.last_at from "crm"."person_counts" c
     join unnest($3::text[], $4::text[]) k(type, subject) on c.type = k.type and c.subject = k.subject
     where c.school_id = $1 and c.user_id = any($2::text[])`,
    [
      work.school,
      textArray(userIds),
      textArray(counted.map(({ type }) => type)),
      textArray(counted.map(({ subject }) => subject)),
    ],
  )
  for (const [id, type, subject, number, first, last] of rows) {
    const counts = byPerson.get(id!) ?? new Map()
    const key = keyOfCount({ type: type!, subject: subject! })
    byPerson.set(id!, counts.set(key, { number: Number(number), first: time(first!), last: time(last!) }))
  }
  return byPerson
}

/** The queries of all questions, each once, with the most times that one of them counts. */
function queriesOf(questions: readonly EventQuestion[]): EventQuery[] {
  const queries = questions.flatMap(question => (question.by === 'events' ? [question.query] : []))
  const byKey = Map.groupBy(queries, keyOfQuery)
  return [...byKey.values()].map(same => ({
    ...same[0]!,
    times: Math.max(...same.map(({ times }) => times)),
  }))
}

/** The events of each query, as many as a rule counts. */
async function readEvents(userIds: readonly string[], queries: readonly EventQuery[], work: UnitOfWork) {
  const byPerson = new Map<string, Map<string, number[]>>()
  await Promise.all(
    queries.map(async query => {
      const events = selectEvents(query, { person: 'u.id', school: 'u.school' })
      const { rows } = await work.read(
        `select u.id, e.at from (select $1::text as school, i as id from unnest($2::text[]) i) u,
           lateral (${placed(events, 3)}) e`,
        [work.school, textArray(userIds), ...events.values],
      )
      for (const [id, at] of rows) {
        const ofPerson = byPerson.get(id!) ?? new Map<string, number[]>()
        const times = ofPerson.get(keyOfQuery(query)) ?? []
        byPerson.set(id!, ofPerson.set(keyOfQuery(query), [...times, time(at!)]))
      }
    }),
  )
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
