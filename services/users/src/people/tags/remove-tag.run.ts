// Removes a deleted or merged tag from its people in batches, with an event for each person. A batch is one transaction
// that locks its people, so an interrupted task continues where it was.
import type { Id } from '@lms/contract'
import { type Fields, readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { userTagAdded, userTagRemoved } from './tag.contract.ts'
import { TagStore } from './tag.store.ts'
import { leaveTag } from './tag.task.ts'

const batchSize = 200

export const leaveTagTask = builder.task(leaveTag, async ({ payload: { tag_id }, state, work }) => {
  const processedCount = await leaveSome(work, tag_id)
  return processedCount === null ? undefined : { state: { people: (state?.people ?? 0) + processedCount } }
})

/** The remaining number of people; null if the tag is gone from all. */
async function leaveSome(work: UnitOfWork, tag: Id<'tag'>): Promise<number | null> {
  const result = await work.lock(
    `select name, into_id from "users"."tag_removals" where school_id = $1 and tag_id = $2 for update`,
    [work.school, tag],
  )
  const removal = result.rows[0]
  if (!removal) return null
  const waited = await lockSome(work, tag)
  if (waited.length > 0) return moveBatch(work, tag, removal, waited)
  end(work, tag)
  return null
}

/** Some people with the tag, locked, so that their events are emitted in the order in which things happened. */
async function lockSome(work: UnitOfWork, tag: string): Promise<Id<'usr'>[]> {
  const { rows } = await work.lock(
    `select u.id from "users"."user_tags" p
     join "users"."users" u on u.school_id = p.school_id and u.id = p.user_id
     where p.school_id = $1 and p.tag_id = $2 order by u.id limit ${batchSize} for update of u`,
    [work.school, tag],
  )
  return rows.map(([id]) => id as Id<'usr'>)
}

/** Only if nobody was found: a person whose lock was awaited may have passed the tag on to another meanwhile. */
function end(work: UnitOfWork, tag: string) {
  for (const table of ['tag_removals', 'tag_counts'])
    work.write(`delete from "users"."${table}" where school_id = $1 and tag_id = $2`, [work.school, tag])
}

async function moveBatch(
  work: UnitOfWork,
  tag: Id<'tag'>,
  [name, intoId = null]: Fields,
  waited: readonly Id<'usr'>[],
): Promise<number> {
  // Read again under the lock: the first result may be out of date.
  const [people, into, have] = await Promise.all([
    peopleWith(work, tag, waited),
    work.read(`select id, name from "users"."tags" where school_id = $1 and id = $2`, [work.school, intoId]),
    peopleWith(work, intoId, waited),
  ])
  const ids = people.map(([id]) => id!)
  work.write(
    `delete from "users"."user_tags" where school_id = $1 and tag_id = $2 and user_id = any($3::text[])`,
    [work.school, tag, textArray(ids)],
  )
  for (const [user, addedAt] of people) {
    const object = { id: tag, name, added_at: readDatabaseTime(addedAt!), user_id: user }
    work.outgoing.emit(userTagRemoved, object)
  }
  const [other] = into.rows
  if (!other) return ids.length
  const those = new Set(have.map(([id]) => id))
  const getting = ids.filter(id => !those.has(id))
  new TagStore(work).give(getting, [intoId!])
  for (const user of getting) {
    const object = { id: intoId, name: other[1], added_at: work.now, user_id: user }
    work.outgoing.emit(userTagAdded, object)
  }
  return ids.length
}

/** Which of the people have the tag, and since when. */
async function peopleWith(work: UnitOfWork, tag: string | null, ids: readonly string[]): Promise<Fields[]> {
  const { rows } = await work.read(
    `select user_id, added_at from "users"."user_tags"
     where school_id = $1 and tag_id = $2 and user_id = any($3::text[]) order by user_id`,
    [work.school, tag, textArray(ids)],
  )
  return rows
}
