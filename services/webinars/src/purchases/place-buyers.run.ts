// One buyer in each step, the one who has waited longest: a busy session is locked for one registration at a time.
import { enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import { register } from '../registrations/register.ts'
import { placeBuyers, releaseBuyers } from '../sessions/session.task.ts'

export const placeBuyersTask = builder.task(placeBuyers, async ({ payload, ...ctx }, stores) => {
  const { people, purchases, sessions } = stores
  const { webinar_id } = payload
  const next = await purchases.waiting(webinar_id)
  if (!next) return
  const isHere = await people.holdPresent(next.user_id)
  const waits = await purchases.lockWaiting(next, webinar_id)
  if (waits && !isHere) purchases.forget(next.order_id, webinar_id)
  if (!waits || !isHere) return { state: null }
  const session = await sessions.lockNextOpen(webinar_id)
  // It comes again with the next session, or with a seat that becomes free.
  if (!session) return
  await register(session, next.user_id, { source: 'order', order_id: next.order_id }, ctx, stores)
  purchases.use(next.order_id, webinar_id, session.id)
  return { state: null }
})

/** Buyers of one step: a session that many have bought is called off at once, and they follow. */
const releasedAtOnce = 1000

export const releaseBuyersTask = builder.task(releaseBuyers, async ({ payload, work }, { purchases }) => {
  const { session_id, webinar_id } = payload
  const released = await purchases.release(session_id, releasedAtOnce)
  if (released > 0) enqueue(work, placeBuyers, { webinar_id }, { key: webinar_id })
  return released === releasedAtOnce ? { state: null } : undefined
})
