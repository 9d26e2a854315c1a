// What a service of video knows of the people of a session sets the bits that their beats set.
import { enqueue, type Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { rowsOf, slotsBetween } from '../presence/slots.rules.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { fixAfter, fixAttendance } from '../sessions/session.task.ts'
import type { Stay } from '../video/provider/provider.ts'

/** People of one statement. */
const atOnce = 1000

/** Sets the slots of stays, as far as the session was live; of people who are registered for it. */
export async function takeStays(
  session: SessionRow,
  stays: readonly Stay[],
  { work }: Pick<Work, 'work'>,
  { presence, registrations }: Pick<Stores, 'presence' | 'registrations'>,
): Promise<void> {
  const slots = slotsOf(session, stays, work.origin.now)
  const registeredIds = await registrations.registeredAmong(session.id, [...slots.keys()])
  for (let first = 0; first < registeredIds.length; first += atOnce)
    presence.setLive(
      session.id,
      registeredIds
        .slice(first, first + atOnce)
        .map(user_id => ({ user_id, rows: rowsOf(slots.get(user_id)!) })),
    )
  if (registeredIds.length === 0 || !session.finished_at) return
  // What comes late is told when all is told, or at once.
  const at = new Date(Math.max(work.origin.now.getTime(), Date.parse(session.finished_at) + fixAfter))
  enqueue(work, fixAttendance, { session_id: session.id }, { key: session.id, at })
}

/** The slots of each person. The clock of the other side is believed within the time in which the session was live. */
function slotsOf(
  { started_at, finished_at }: SessionRow,
  stays: readonly Stay[],
  now: Date,
): Map<string, Set<number>> {
  const slots = new Map<string, Set<number>>()
  if (!started_at) return slots
  const [begin, end] = [Date.parse(started_at), finished_at ? Date.parse(finished_at) : now.getTime()]
  for (const { user_id, from, till } of stays) {
    const [first, last] = [Math.max(begin, from.getTime()), Math.min(end, till.getTime())]
    if (first > last) continue
    const own = slots.get(user_id) ?? new Set()
    for (const slot of slotsBetween(new Date(first), new Date(last))) own.add(slot)
    slots.set(user_id, own)
  }
  return slots
}
