// Who is registered is told by e-mail: at once, before the session, when it is moved or called off, and of its recording.
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { tellRecording } from '../recordings/recording.task.ts'
import type { RegistrationRow } from '../registrations/registration.store.ts'
import { remindInTime } from '../sessions/launch.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { planReminders, remind, tellMoved, tellRegistered } from '../sessions/session.task.ts'
import { atOnce, send } from './send.ts'

/** Sessions of one step. */
const sessionsAtOnce = 50

export const tellRegisteredTask = builder.task(tellRegistered, async ({ payload, ...ctx }, stores) => {
  const registration = await stores.registrations.find(payload.registration_id)
  const session = registration && (await stores.sessions.find(registration.session_id))
  if (!session || (session.status !== 'scheduled' && session.status !== 'live')) return
  const webinar = await stores.webinars.get(session.webinar_id)
  if (!webinar.messages.confirmations) return
  const kind = registration.status === 'canceled' ? 'left' : 'registered'
  await send({ kind, webinar, session, about: `${registration.version}` }, [registration], ctx)
})

export const remindTask = builder.task(remind, async ({ payload, state, ...ctx }, stores) => {
  const { session_id, minutes, starts_at } = payload
  const session = await stores.sessions.find(session_id)
  // It was moved: another task reminds in time.
  if (session?.status !== 'scheduled' || session.starts_at !== starts_at || isOver(session, ctx)) return
  const webinar = await stores.webinars.get(session.webinar_id)
  if (!webinar.messages.reminder_minutes.includes(minutes)) return
  const people = await slice(session, state, stores)
  await send({ kind: 'reminder', webinar, session, about: `${minutes} ${starts_at}` }, people, ctx)
  return next(people)
})

export const tellMovedTask = builder.task(tellMoved, async ({ payload, state, ...ctx }, stores) => {
  const session = await stores.sessions.find(payload.session_id)
  // The task of a later move tells them.
  if (!session || session.moves !== payload.moves) return
  // Where messages could not be sent for long, a new time is told only before it has passed.
  if (session.status !== 'canceled' && isOver(session, ctx)) return
  const webinar = await stores.webinars.get(session.webinar_id)
  if (!webinar.messages.changes) return
  const people = await slice(session, state, stores)
  const kind = session.status === 'canceled' ? 'canceled' : 'moved'
  await send({ kind, webinar, session, about: `${payload.moves}` }, people, ctx)
  return next(people)
})

export const tellRecordingTask = builder.task(tellRecording, async ({ payload, state, ...ctx }, stores) => {
  const session = await stores.sessions.find(payload.session_id)
  if (session?.status !== 'finished') return
  const webinar = await stores.webinars.get(session.webinar_id)
  if (!webinar.messages.recordings) return
  const people = await slice(session, state, stores)
  await send({ kind: 'recording', webinar, session, about: '' }, people, ctx)
  return next(people)
})

export const planRemindersTask = builder.task(planReminders, async ({ payload, state, work }, stores) => {
  const webinar = await stores.webinars.find(payload.webinar_id)
  if (!webinar) return
  const sessions = await stores.sessions.inStateAfter(
    webinar.id,
    'scheduled',
    state?.after ?? '',
    sessionsAtOnce,
  )
  for (const session of sessions) remindInTime(session, webinar.messages.reminder_minutes, work)
  return sessions.length === sessionsAtOnce ? { state: { after: sessions.at(-1)!.id } } : undefined
})

/** Whether a session has ended, or was to have ended by now without having begun. */
const isOver = ({ status, starts_at, duration_minutes }: SessionRow, { work }: Pick<Work, 'work'>): boolean =>
  status === 'finished' ||
  (status === 'scheduled' && Date.parse(starts_at) + duration_minutes * 60_000 <= work.origin.now.getTime())

/** The next people of a session. */
const slice = ({ id }: SessionRow, state: { after: string } | null | undefined, { registrations }: Stores) =>
  registrations.registeredAfter(id, state?.after ?? '', atOnce)

const next = (people: readonly RegistrationRow[]) =>
  people.length === atOnce ? { state: { after: people.at(-1)!.id } } : undefined
