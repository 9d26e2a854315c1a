// What rules need to know of the events about people, read together for many people and questions: two statements, however
// many rules ask.
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import {
  type Counted,
  type EventQuery,
  type EventQuestion,
  keyOfCount,
  keyOfQuery,
  partsOf,
} from './event-leaf.ts'

const time = (text: string) => Date.parse(readDatabaseTime(text))

/** How often it happened to people, when first and when last, by the key of the count. */
export async function readCounts(userIds: readonly string[], counted: readonly Counted[], work: UnitOfWork) {
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
export function queriesOf(questions: readonly EventQuestion[]): EventQuery[] {
  const queries = questions.flatMap(question => (question.by === 'events' ? [question.query] : []))
  const byKey = Map.groupBy(queries, keyOfQuery)
  return [...byKey.values()].map(same => ({
    ...same[0]!,
    times: Math.max(...same.map(({ times }) => times)),
  }))
}

/** An event `e` is one of a query `q`. */
const isOfQuery = `e.school_id = $1 and e.user_id = u.id and e.type = q.type and (q.has is null or e.properties @> q.has)
  and not exists (
    select from jsonb_to_recordset(q.ranges) r(name text, at_least numeric, at_most numeric)
    where (e.properties ->> r.name)::numeric between coalesce(r.at_least, '-Infinity') and coalesce(r.at_most, 'Infinity')
      is not true)`
const latest = `select e.at from "crm"."person_events" e where ${isOfQuery} order by e.at desc limit q.times`
const sinceAnother = `select e.at from "crm"."person_counts" c
  join "crm"."person_events" e on e.at >= case q.after_end when 'first' then c.first_at else c.last_at end
  where c.school_id = $1 and c.user_id = u.id and c.type = q.after_type and c.subject = q.after_subject and ${isOfQuery}
  order by e.at limit q.times`

/** The times of the events of each query by its key, as many as a rule counts. */
export async function readEvents(
  userIds: readonly string[],
  queries: readonly EventQuery[],
  work: UnitOfWork,
) {
  const byPerson = new Map<string, Map<string, number[]>>()
  const read = async (some: readonly EventQuery[], events: string) => {
    if (some.length === 0) return
    const parameters = some.map(({ type, where, times, after }, place) => ({
      ...{ place, type, times, ...partsOf(where) },
      ...(after && { after_end: after.end, after_type: after.type, after_subject: after.subject }),
    }))
    const { rows } = await work.read(
      `select u.id, q.place, e.at from unnest($2::text[]) u(id), jsonb_to_recordset($3::jsonb)
         q(place int, type text, times int, has jsonb, ranges jsonb, after_end text, after_type text, after_subject text),
       lateral (${events}) e`,
      [work.school, textArray(userIds), JSON.stringify(parameters)],
    )
    for (const [id, place, at] of rows) {
      const key = keyOfQuery(some[Number(place)]!)
      const ofPerson = byPerson.get(id!) ?? new Map<string, number[]>()
      byPerson.set(id!, ofPerson)
      const times = ofPerson.get(key)
      if (times) times.push(time(at!))
      else ofPerson.set(key, [time(at!)])
    }
  }
  await Promise.all([
    read(
      queries.filter(({ after }) => !after),
      latest,
    ),
    read(
      queries.filter(({ after }) => after),
      sinceAnother,
    ),
  ])
  return byPerson
}
