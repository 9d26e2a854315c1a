import { Refused } from '@lms/contract'
import { enqueue, mapPage, type UnitOfWork } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import type { VideoKind } from '../video/provider/provider.ts'
import { videoProviders } from '../video/providers.ts'
import {
  begin,
  beginInTime,
  finish,
  finishInTime,
  leaveVideo,
  openVideo,
  remindInTime,
  schedule,
} from './launch.ts'
import { refusals, sessionScheduled, webinarSessions } from './session.contract.ts'
import { refuseMoving, refuseTooFewSeats, sessionFor } from './session.rules.ts'
import type { SessionRow } from './session.store.ts'
import { placeBuyers, planSessions, releaseBuyers, tellMoved } from './session.task.ts'

export const sessionHandlers = builder.implement(webinarSessions, {
  list: async ({ query, ...ctx }, { sessions }) =>
    mapPage(await sessions.page(query), session => sessionFor(session, ctx)),

  create: async ({ body, ...ctx }, stores) => {
    const { webinars } = stores
    if (!(await webinars.find(body.webinar_id))) throw new Refused(refusals.webinar_unknown)
    await refuseUnknownVideo(body.video, stores)
    // It is not deleted meanwhile.
    const { messages } = await webinars.lockAnyVersion(body.webinar_id)
    return sessionFor(schedule({ ...body, auto: false }, messages.reminder_minutes, ctx, stores), ctx)
  },

  get: async ({ path, ...ctx }, { sessions }) => sessionFor(await sessions.get(path.id), ctx),

  update: async ({ path, body, ...ctx }, stores) => {
    const { emit, work, runtime } = ctx
    const { roomEvents, sessions, webinars } = stores
    await refuseUnknownVideo(body.video, stores)
    const session = await sessions.lock(path.id)
    const moves = body.starts_at !== undefined && body.starts_at !== session.starts_at
    if (moves) refuseMoving(session)
    refuseTooFewSeats(session, body.seats)
    const saved = sessions.save(session, {
      ...body,
      ...(moves && { moves: session.moves + 1 }),
      ...(body.video && videoChanged(session, body.video, work)),
    })
    if (saved !== session) roomEvents.tell(session, 'state', '', { runtime })
    if (saved.duration_minutes !== session.duration_minutes) finishInTime(saved, work)
    if (moves) {
      emit(sessionScheduled, saved, { previous: session })
      beginInTime(saved, work)
      const { messages } = await webinars.get(saved.webinar_id)
      remindInTime(saved, messages.reminder_minutes, work)
      tellOfMove(saved, work)
    }
    const { webinar_id } = session
    if (moves || body.seats !== undefined) enqueue(work, placeBuyers, { webinar_id }, { key: webinar_id })
    return sessionFor(saved, ctx)
  },

  cancel: async ({ path, now, ...ctx }, { roomEvents, sessions }) => {
    const { work, runtime } = ctx
    const session = await sessions.lock(path.id)
    const canceled = sessions.move(session, 'cancel', {
      canceled_at: now,
      moves: session.moves + 1,
    })
    tellOfMove(canceled, work)
    roomEvents.tell(session, 'state', '', { runtime })
    const { webinar_id } = canceled
    enqueue(work, releaseBuyers, { session_id: canceled.id, webinar_id }, { key: canceled.id })
    if (canceled.auto) enqueue(work, planSessions, { webinar_id }, { key: webinar_id })
    return sessionFor(canceled, ctx)
  },

  start: async ({ path, ...ctx }, stores) =>
    sessionFor(await begin(await stores.sessions.lock(path.id), ctx, stores), ctx),

  finish: async ({ path, ...ctx }, stores) =>
    sessionFor(await finish(await stores.sessions.lock(path.id), ctx, stores), ctx),
})

async function refuseUnknownVideo(video: VideoKind | undefined, { settings }: Stores): Promise<void> {
  if (video && !videoProviders[video].isConfigured(await settings.get()))
    throw new Refused(refusals.video_not_set_up)
}

/** A live session goes elsewhere, or tries again where its room was not made. One that is over keeps what it had. */
function videoChanged(session: SessionRow, video: VideoKind, work: UnitOfWork) {
  const { status, video: before, video_status } = session
  if (status === 'scheduled') return { video }
  if (status !== 'live' || (video === before && video_status !== 'failed')) return { video: before }
  if (video !== before) leaveVideo(session, work)
  return openVideo(session, video, work)
}

/** Has everybody told once, of the last of several moves. */
function tellOfMove({ id, moves, registered_count }: SessionRow, work: UnitOfWork): void {
  if (registered_count > 0) enqueue(work, tellMoved, { session_id: id, moves }, { key: id })
}
