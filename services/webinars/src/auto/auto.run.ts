// Sessions of auto-webinars are ordinary sessions, which tasks schedule, begin and finish.
import { formatTime } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { say } from '../messages/post.ts'
import { begin, beginInTime, finish, remindInTime, schedule } from '../sessions/launch.ts'
import { sessionScheduled } from '../sessions/session.contract.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { beginSession, finishSession, planSessions, sayScript } from '../sessions/session.task.ts'
import { nextTime } from '../webinars/rule.rules.ts'
import { type AutoRule, quarterHour } from '../webinars/rule-schema.ts'

const openChat = { open: true, moderated: false, slow_seconds: 0 }

export const planSessionsTask = builder.task(planSessions, async ({ payload, ...ctx }, stores) => {
  const { sessions, webinars } = stores
  if (!(await webinars.find(payload.webinar_id))) return
  const { id: webinar_id, auto, messages } = await webinars.lockAnyVersion(payload.webinar_id)
  // One that was scheduled by an earlier rule stays: people have registered for it.
  if (!auto || (await sessions.isPlanned(webinar_id))) return
  const time = await nextOf(auto, webinar_id, ctx.work.origin.now, stores)
  if (!time) return
  const { duration_minutes, join_url } = auto
  const own = { webinar_id, starts_at: formatTime(time), duration_minutes, join_url, auto: true }
  schedule(
    { ...own, host: '', video: 'link', seats: null, chat: openChat, recorded: false },
    messages.reminder_minutes,
    ctx,
    stores,
  )
})

/** The next time of a rule at which no session was called off: what the school does not want does not come back. */
async function nextOf(rule: AutoRule, webinarId: string, after: Date, { sessions }: Stores) {
  let time = nextTime(rule, after)
  while (time && (await sessions.isCalledOff(webinarId, formatTime(time)))) time = nextTime(rule, time)
  return time
}

export const beginSessionTask = builder.task(beginSession, async ({ payload, ...ctx }, stores) => {
  const { sessions, webinars } = stores
  const seen = await sessions.find(payload.session_id)
  if (!seen) return
  const { auto, messages } = await webinars.get(seen.webinar_id)
  const session = await sessions.lockAnyVersion(payload.session_id)
  const { webinar_id } = session
  enqueue(ctx.work, planSessions, { webinar_id }, { key: webinar_id })
  // It was called off, moved, or begun by hand.
  if (session.status !== 'scheduled' || new Date(session.starts_at) > ctx.work.origin.now) return
  if (auto?.cron === quarterHour && session.registered_count === 0) {
    const moved = putOff(session, auto, ctx, stores)
    if (moved) remindInTime(moved, messages.reminder_minutes, ctx.work)
    return
  }
  await begin(session, ctx, stores)
})

/** Moves a session for which nobody has registered to the next time of its rule. */
function putOff(
  session: SessionRow,
  rule: AutoRule,
  { emit, work }: Work,
  { sessions }: Stores,
): SessionRow | null {
  const time = nextTime(rule, work.origin.now)
  if (!time) return null
  const moved = sessions.save(session, { starts_at: formatTime(time), moves: session.moves + 1 })
  emit(sessionScheduled, moved, { previous: session })
  beginInTime(moved, work)
  return moved
}

export const finishSessionTask = builder.task(finishSession, async ({ payload, ...ctx }, stores) => {
  const { sessions } = stores
  if (!(await sessions.find(payload.session_id))) return
  const session = await sessions.lockAnyVersion(payload.session_id)
  if (session.status === 'live') await finish(session, ctx, stores)
})

export const sayScriptTask = builder.task(
  sayScript,
  async ({ payload, state, work, now, runtime }, stores) => {
    const session = await stores.sessions.find(payload.session_id)
    const auto = session && (await stores.webinars.find(session.webinar_id))?.auto
    if (!auto || session.status !== 'live') return
    const script = auto.script.toSorted((one, other) => one.offset_seconds - other.offset_seconds)
    const dueOf = (offset: number) => new Date(Date.parse(session.started_at!) + offset * 1000)
    const sentCount = state?.said ?? 0
    const next = script[sentCount]
    if (!next) return
    if (dueOf(next.offset_seconds) > work.origin.now)
      return { state: { said: sentCount }, at: dueOf(next.offset_seconds) }
    const { author_name, text } = next
    await say({ session_id: session.id, author_name, text }, { now, runtime }, stores)
    return { state: { said: sentCount + 1 } }
  },
)
