// A tag that was deleted or merged leaves its people in batches, each told by its events. A batch is one transaction
// that holds its people, so what was broken off goes on where it was.
import type { Id } from '@lms/contract'
import {
  type Fields,
  type Job,
  type Runtime,
  readDatabaseTime,
  step,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { inSchool } from '../in-school.ts'
import { userTagAdded, userTagRemoved } from './tag.contract.ts'
import { TagStore } from './tag.store.ts'

const batchSize = 200
const batchesInRun = 100
const departuresInRun = 20

interface Departure {
  school: string
  tag: Id<'tag'>
  requestId: string
}

/** Goes on with the tags that are leaving, the longest waiting first. */
export async function workDepartures(runtime: Runtime): Promise<void> {
  const rows = await runtime.system.rows(
    step(
      `select school_id, tag_id, request_id from "users"."tag_departures" order by created_at limit ${departuresInRun}`,
    ),
  )
  for (const [school, tag, requestId] of rows) {
    const departure = { school: school!, tag: tag as Id<'tag'>, requestId: requestId! }
    for (let batch = 0; batch < batchesInRun; batch++) {
      if (!(await leave(departure, runtime))) break
    }
  }
}

/** One batch; true where there may be more. */
const leave = ({ school, tag, requestId }: Departure, runtime: Runtime): Promise<boolean> =>
  inSchool(school, runtime, ({ work }) => leaveSome(work, tag), requestId)

async function leaveSome(work: UnitOfWork, tag: Id<'tag'>): Promise<boolean> {
  const found = await work.lock(
    `select d.name, d.into_id, i.name from "users"."tag_departures" d
     left join "users"."tags" i on i.school_id = d.school_id and i.id = d.into_id
     where d.school_id = $1 and d.tag_id = $2 for update of d`,
    [work.school, tag],
  )
  const departure = found.rows[0]
  const people = departure ? await peopleOf(work, tag) : []
  if (departure) await moveBatch(work, tag, departure, people)
  if (people.length < batchSize)
    work.write(`delete from "users"."tag_departures" where school_id = $1 and tag_id = $2`, [
      work.school,
      tag,
    ])
  return people.length === batchSize
}

/** Some who have the tag, held, so that their events stand in the order of what happened to them. */
async function peopleOf(work: UnitOfWork, tag: string): Promise<Fields[]> {
  const { rows } = await work.lock(
    `select u.id, p.added_at from "users"."user_tags" p
     join "users"."users" u on u.school_id = p.school_id and u.id = p.user_id
     where p.school_id = $1 and p.tag_id = $2 order by u.id limit ${batchSize} for update of u`,
    [work.school, tag],
  )
  return rows
}

async function moveBatch(
  work: UnitOfWork,
  tag: Id<'tag'>,
  [name, intoId, intoName]: Fields,
  people: Fields[],
) {
  if (people.length === 0) return
  const ids = people.map(([id]) => id as Id<'usr'>)
  const values = [work.school, tag, textArray(ids)]
  work.write(
    `delete from "users"."user_tags" where school_id = $1 and tag_id = $2 and user_id = any($3::text[])`,
    values,
  )
  for (const [user, addedAt] of people) {
    const object = { id: tag, name, added_at: readDatabaseTime(addedAt!), user_id: user }
    work.outgoing.tell(userTagRemoved, object, { related: { user_id: user!, tag_id: tag } })
  }
  if (!intoId || !intoName) return
  const have = await work.read(
    `select user_id from "users"."user_tags" where school_id = $1 and tag_id = $2 and user_id = any($3::text[])`,
    [work.school, intoId, textArray(ids)],
  )
  const those = new Set(have.rows.map(([id]) => id))
  const getting = ids.filter(id => !those.has(id))
  new TagStore(work).give(getting, [intoId])
  for (const user of getting) {
    const object = { id: intoId, name: intoName, added_at: work.now, user_id: user }
    work.outgoing.tell(userTagAdded, object, { related: { user_id: user, tag_id: intoId } })
  }
}

export const departuresJob: Job = { name: 'leave-tags', everySeconds: 1, run: workDepartures }
