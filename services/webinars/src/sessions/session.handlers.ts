import { Refused } from '@lms/contract'
import { enqueue, mapPage } from '@lms/service-host'
import { builder } from '../builder.ts'
import { begin, beginInTime, finish, schedule } from './launch.ts'
import { refusals, sessionScheduled, webinarSessions } from './session.contract.ts'
import { refuseMoving, refuseTooFewSeats, shownTo } from './session.rules.ts'
import { placeBuyers } from './session.tasks.ts'

export const sessionHandlers = builder.implement(webinarSessions, {
  list: async ({ query, caller }, { sessions }) =>
    mapPage(await sessions.page(query), session => shownTo(session, caller)),

  create: async ({ body, emit, work }, stores) => {
    const { webinars } = stores
    if (!(await webinars.find(body.webinar_id))) throw new Refused(refusals.webinar_unknown)
    // It is not deleted meanwhile.
    await webinars.lockAnyVersion(body.webinar_id)
    return schedule({ ...body, auto: false }, { emit, work }, stores)
  },

  get: async ({ path, caller }, { sessions }) => shownTo(await sessions.get(path.id), caller),

  change: async ({ path, body, emit, work, runtime }, { roomEvents, sessions }) => {
    const session = await sessions.lock(path.id)
    const moves = body.starts_at !== undefined && body.starts_at !== session.starts_at
    if (moves) refuseMoving(session)
    refuseTooFewSeats(session, body.seats)
    const saved = sessions.save(session, body)
    if (saved !== session) roomEvents.tell(session, 'state', '', { runtime })
    if (moves) {
      emit(sessionScheduled, saved, { previous: session })
      beginInTime(saved, work)
    }
    const { webinar_id } = session
    if (body.seats !== undefined) enqueue(work, placeBuyers, { webinar_id }, { key: webinar_id })
    return saved
  },

  cancel: async ({ path, now, work, runtime }, { purchases, roomEvents, sessions }) => {
    const session = await sessions.lock(path.id)
    const canceled = sessions.move(session, 'cancel', { canceled_at: now })
    roomEvents.tell(session, 'state', '', { runtime })
    const { webinar_id } = canceled
    purchases.release(canceled.id)
    enqueue(work, placeBuyers, { webinar_id }, { key: webinar_id })
    return canceled
  },

  start: async ({ path, ...at }, stores) => begin(await stores.sessions.lock(path.id), at, stores),

  finish: async ({ path, ...at }, stores) => finish(await stores.sessions.lock(path.id), at, stores),
})
