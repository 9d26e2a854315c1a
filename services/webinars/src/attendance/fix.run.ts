import { type Id, newId } from '@lms/contract'
import { builder } from '../builder.ts'
import { percentWatched } from '../presence/slots.rules.ts'
import { fixAttendance } from '../sessions/session.task.ts'
import { webinarAttended } from './attendance.contract.ts'
import { thresholdOf } from './attendance.rules.ts'
import { countWatched } from './count-watched.task.ts'
import { fixLive, newAttendance } from './fix.ts'

/** People of one step, and so the events of a second. */
const atOnce = 200

export const fixAttendanceTask = builder.task(fixAttendance, async ({ payload, state, ...ctx }, stores) => {
  const { presence, sessions } = stores
  const session = await sessions.find(payload.session_id)
  if (!session) return
  const ids = await presence.peopleAfter(session.id, state?.after ?? '', atOnce)
  if (ids.length === 0) return
  // A beat that was written late may be of somebody who has become another person: nobody is here under that id.
  const here = await stores.people.holdAll(ids)
  const people = [...here].map(id => ({ user_id: id as Id<'usr'>, slots: new Set<number>(), total: 0 }))
  await fixLive(session, people, ctx, stores)
  return { state: { after: ids.at(-1) as Id<'usr'> }, at: new Date(ctx.work.origin.now.getTime() + 1000) }
})

export const countWatchedTask = builder.task(countWatched, async ({ payload, emit }, stores) => {
  const { attendance, people, presence, recordings, sessions } = stores
  const { session_id } = payload
  // Who has become another person since has given them what they have watched.
  const user_id = await people.become(payload.user_id)
  if (!(await people.holdPresent(user_id))) return
  const [session, recording, watched] = await Promise.all([
    sessions.find(session_id),
    recordings.find(session_id),
    presence.watchedBy(session_id, user_id),
  ])
  if (!session || !recording?.duration_seconds) return
  const recording_percent = percentWatched(watched, recording.duration_seconds)
  const before = (await attendance.lockOf(session_id, [user_id])).get(user_id)
  const told_percent = Math.max(before?.told_percent ?? 0, thresholdOf(recording_percent))
  const counted = { recording_percent, told_percent }
  const row = before
    ? attendance.save(before, counted)
    : attendance.insert({ ...newAttendance(session, user_id), ...counted, ...attendance.fresh(newId('wba')) })
  if (told_percent > (before?.told_percent ?? 0)) emit(webinarAttended, row)
})
