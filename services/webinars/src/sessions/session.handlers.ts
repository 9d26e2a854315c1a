import { newId, Refused } from '@lms/contract'
import { enqueue, mapPage } from '@lms/service-host'
import { showsAt } from '../blocks/block.rules.ts'
import { showBlock } from '../blocks/show-block.task.ts'
import { builder } from '../builder.ts'
import { failRecording, recordingWait } from '../recordings/recording.task.ts'
import { refusals, sessionScheduled, webinarSessions } from './session.contract.ts'
import { refuseMoving, refuseTooFewSeats, shownTo } from './session.rules.ts'
import { fixAfter, fixAttendance, placeBuyers } from './session.tasks.ts'

export const sessionHandlers = builder.implement(webinarSessions, {
  list: async ({ query, caller }, { sessions }) =>
    mapPage(await sessions.page(query), session => shownTo(session, caller)),

  create: async ({ body, emit, work }, { recordings, sessions, webinars }) => {
    if (!(await webinars.find(body.webinar_id))) throw new Refused(refusals.webinar_unknown)
    // It is not deleted meanwhile.
    await webinars.lockAnyVersion(body.webinar_id)
    const times = { started_at: null, finished_at: null, canceled_at: null }
    const id = newId('wbs')
    const made = {
      ...body,
      ...times,
      status: 'scheduled' as const,
      registered_count: 0,
      last_sequence: 0,
      ...sessions.fresh(id),
    }
    recordings.insert({
      ...recordings.fresh(id),
      status: 'none',
      url: null,
      duration_seconds: null,
      ready_at: null,
    })
    emit(sessionScheduled, sessions.insert(made))
    enqueue(work, placeBuyers, { webinar_id: body.webinar_id }, { key: body.webinar_id })
    return made
  },

  get: async ({ path, caller }, { sessions }) => shownTo(await sessions.get(path.id), caller),

  change: async ({ path, body, emit, work }, { sessions }) => {
    const session = await sessions.lock(path.id)
    const moves = body.starts_at !== undefined && body.starts_at !== session.starts_at
    if (moves) refuseMoving(session)
    refuseTooFewSeats(session, body.seats)
    const saved = sessions.save(session, body)
    if (moves) emit(sessionScheduled, saved, { previous: session })
    const { webinar_id } = session
    if (body.seats !== undefined) enqueue(work, placeBuyers, { webinar_id }, { key: webinar_id })
    return saved
  },

  cancel: async ({ path, now, work }, { purchases, sessions }) => {
    const canceled = sessions.move(await sessions.lock(path.id), 'cancel', { canceled_at: now })
    const { webinar_id } = canceled
    purchases.release(canceled.id)
    enqueue(work, placeBuyers, { webinar_id }, { key: webinar_id })
    return canceled
  },

  start: async ({ path, now, work }, { blocks, sessions }) => {
    const live = sessions.move(await sessions.lock(path.id), 'start', { started_at: now })
    for (const block of await blocks.timed(live.id))
      enqueue(work, showBlock, { block_id: block.id }, { key: block.id, at: showsAt(block, live)! })
    return live
  },

  finish: async ({ path, now, work }, { recordings, sessions }) => {
    const finished = sessions.move(await sessions.lock(path.id), 'finish', { finished_at: now })
    const later = (ms: number) => new Date(work.origin.now.getTime() + ms)
    const key = finished.id
    enqueue(work, fixAttendance, { session_id: key }, { key, at: later(fixAfter) })
    const recording = finished.recorded ? await recordings.lockAnyVersion(finished.id) : null
    if (recording?.status === 'none') {
      recordings.move(recording, 'process')
      enqueue(work, failRecording, { session_id: key }, { key, at: later(recordingWait) })
    }
    return finished
  },
})
