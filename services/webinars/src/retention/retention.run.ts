// What was said in a room is kept as long as its webinar says.
import { formatTime } from '@lms/contract'
import { enqueueMany } from '@lms/service-host'
import { builder } from '../builder.ts'
import { messageUnpinned } from '../messages/message.contract.ts'
import { forgetRoom, planForgetting } from '../sessions/session.task.ts'

const dayMs = 86_400_000
/** Sessions of one step. */
const sessionsAtOnce = 200

export const forgetRoomTask = builder.task(forgetRoom, async ({ payload, emit, work }, stores) => {
  const { messages, sessions, webinars } = stores
  const seen = await sessions.find(payload.session_id)
  const days = seen && (await webinars.get(seen.webinar_id)).retention_days
  // A change of the webinar, or the finish, looks again.
  if (!seen?.finished_at || !days) return
  const due = new Date(Date.parse(seen.finished_at) + days * dayMs)
  if (due > work.origin.now) return { state: { due: formatTime(due) }, at: due }
  const session = await sessions.lockAnyVersion(seen.id)
  const pinned = await messages.lockPinned(session.id)
  if (pinned) emit(messageUnpinned, { ...pinned, pinned: false })
  sessions.forgetRoom(session.id)
})

export const planForgettingTask = builder.task(planForgetting, async ({ payload, state, work }, stores) => {
  const { webinar_id } = payload
  const after = state?.after ?? ''
  const over = await stores.sessions.inStateAfter(webinar_id, 'finished', after, sessionsAtOnce)
  const looks = over.map(({ id }) => ({ payload: { session_id: id }, key: id }))
  enqueueMany(work, forgetRoom, looks)
  return over.length === sessionsAtOnce ? { state: { after: over.at(-1)!.id } } : undefined
})
