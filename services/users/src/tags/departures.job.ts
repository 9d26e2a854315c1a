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
    `select name, into_id from "users"."tag_departures" where school_id = $1 and tag_id = $2 for update`,
    [work.school, tag],
  )
  const departure = found.rows[0]
  if (!departure) return false
  const waited = await holdSome(work, tag)
  if (waited.length === 0) end(work, tag)
  else await moveBatch(work, tag, departure, waited)
  return waited.length > 0
}

/** Some who have the tag, held, so that their events stand in the order of what happened to them. */
async function holdSome(work: UnitOfWork, tag: string): Promise<Id<'usr'>[]> {
  const { rows } = await work.lock(
    `select u.id from "users"."user_tags" p
     join "users"."users" u on u.school_id = p.school_id and u.id = p.user_id
     where p.school_id = $1 and p.tag_id = $2 order by u.id limit ${batchSize} for update of u`,
    [work.school, tag],
  )
  return rows.map(([id]) => id as Id<'usr'>)
}

/** Only where nobody was found: who was waited for may have passed the tag on to another meanwhile. */
function end(work: UnitOfWork, tag: string) {
  for (const table of ['tag_departures', 'tag_counts'])
    work.write(`delete from "users"."${table}" where school_id = $1 and tag_id = $2`, [work.school, tag])
}

async function moveBatch(
  work: UnitOfWork,
  tag: Id<'tag'>,
  [name, intoId = null]: Fields,
  waited: readonly Id<'usr'>[],
) {
  // Asked now that they are held: what was found before may be over.
  const [people, into, have] = await Promise.all([
    whoHas(work, tag, waited),
    work.read(`select id, name from "users"."tags" where school_id = $1 and id = $2`, [work.school, intoId]),
    whoHas(work, intoId, waited),
  ])
  const ids = people.map(([id]) => id!)
  work.write(
    `delete from "users"."user_tags" where school_id = $1 and tag_id = $2 and user_id = any($3::text[])`,
    [work.school, tag, textArray(ids)],
  )
  for (const [user, addedAt] of people) {
    const object = { id: tag, name, added_at: readDatabaseTime(addedAt!), user_id: user }
    work.outgoing.tell(userTagRemoved, object, { related: { user_id: user!, tag_id: tag } })
  }
  const [other] = into.rows
  if (!other) return
  const those = new Set(have.map(([id]) => id))
  const getting = ids.filter(id => !those.has(id))
  new TagStore(work).give(getting, [intoId!])
  for (const user of getting) {
    const object = { id: intoId, name: other[1], added_at: work.now, user_id: user }
    work.outgoing.tell(userTagAdded, object, { related: { user_id: user, tag_id: intoId! } })
  }
}

/** Those of the people who have the tag, and since when. */
async function whoHas(work: UnitOfWork, tag: string | null, ids: readonly string[]): Promise<Fields[]> {
  const { rows } = await work.read(
    `select user_id, added_at from "users"."user_tags"
     where school_id = $1 and tag_id = $2 and user_id = any($3::text[]) order by user_id`,
    [work.school, tag, textArray(ids)],
  )
  return rows
}

export const departuresJob: Job = { name: 'leave-tags', everySeconds: 1, run: workDepartures }
