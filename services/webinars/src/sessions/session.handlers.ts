import { Refused } from '@lms/contract'
import { enqueue, mapPage, type UnitOfWork } from '@lms/service-host'
import { builder } from '../builder.ts'
import { begin, beginInTime, finish, remindInTime, schedule } from './launch.ts'
import { refusals, sessionScheduled, webinarSessions } from './session.contract.ts'
import { refuseMoving, refuseTooFewSeats, shownTo } from './session.rules.ts'
import type { SessionRow } from './session.store.ts'
import { placeBuyers, tellMoved } from './session.tasks.ts'

export const sessionHandlers = builder.implement(webinarSessions, {
  list: async ({ query, caller }, { sessions }) =>
    mapPage(await sessions.page(query), session => shownTo(session, caller)),

  create: async ({ body, emit, work }, stores) => {
    const { webinars } = stores
    if (!(await webinars.find(body.webinar_id))) throw new Refused(refusals.webinar_unknown)
    // It is not deleted meanwhile.
    const { messages } = await webinars.lockAnyVersion(body.webinar_id)
    return schedule({ ...body, auto: false }, messages.reminder_minutes, { emit, work }, stores)
  },

  get: async ({ path, caller }, { sessions }) => shownTo(await sessions.get(path.id), caller),

  change: async ({ path, body, emit, work, runtime }, { roomEvents, sessions, webinars }) => {
    const session = await sessions.lock(path.id)
    const moves = body.starts_at !== undefined && body.starts_at !== session.starts_at
    if (moves) refuseMoving(session)
    refuseTooFewSeats(session, body.seats)
    const saved = sessions.save(session, moves ? { ...body, moves: session.moves + 1 } : body)
    if (saved !== session) roomEvents.tell(session, 'state', '', { runtime })
    if (moves) {
      emit(sessionScheduled, saved, { previous: session })
      beginInTime(saved, work)
      const { messages } = await webinars.get(saved.webinar_id)
      remindInTime(saved, messages.reminder_minutes, work)
      tellOfMove(saved, work)
    }
    const { webinar_id } = session
    if (body.seats !== undefined) enqueue(work, placeBuyers, { webinar_id }, { key: webinar_id })
    return saved
  },

  cancel: async ({ path, now, work, runtime }, { purchases, roomEvents, sessions }) => {
    const session = await sessions.lock(path.id)
    const canceled = sessions.move(session, 'cancel', {
      canceled_at: now,
      moves: session.moves + 1,
    })
    tellOfMove(canceled, work)
    roomEvents.tell(session, 'state', '', { runtime })
    const { webinar_id } = canceled
    purchases.release(canceled.id)
    enqueue(work, placeBuyers, { webinar_id }, { key: webinar_id })
    return canceled
  },

  start: async ({ path, ...at }, stores) => begin(await stores.sessions.lock(path.id), at, stores),

  finish: async ({ path, ...at }, stores) => finish(await stores.sessions.lock(path.id), at, stores),
})

/** Has everybody told once, of the last of several moves. */
function tellOfMove({ id, moves }: SessionRow, work: UnitOfWork): void {
  enqueue(work, tellMoved, { session_id: id, moves }, { key: id })
}
