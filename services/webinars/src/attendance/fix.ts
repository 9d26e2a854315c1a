// Writes the attendance of people in a session, and tells whose has changed.
import { type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { webinarAttended } from './attendance.contract.ts'
import { liveOf } from './attendance.rules.ts'
import type { AttendanceRow } from './attendance.store.ts'

/** The live presence of a person, besides what is stored of it. */
export interface Fixed {
  user_id: Id<'usr'>
  slots: ReadonlySet<number>
  /** Seconds of an import without times; 0 for none. */
  total: number
}

/** Fixes live presence, in the order of the people; tells and returns the rows that have changed. */
export async function fixLive(
  session: SessionRow,
  people: readonly Fixed[],
  { emit }: Pick<Work, 'emit'>,
  { attendance, presence }: Stores,
): Promise<AttendanceRow[]> {
  const ids = people.map(({ user_id }) => user_id)
  const present = await attendance.lockOf(session.id, ids)
  // After the lock, so that nothing is written with less than another has set meanwhile.
  const stored = await presence.liveOf(session.id, ids)
  const ordered = [...people].sort((one, other) => (one.user_id < other.user_id ? -1 : 1))
  const rows = ordered.flatMap(({ user_id, slots, total }) => {
    const before = present.get(user_id)
    const live = liveOf(joinedSlots(stored.get(user_id), slots), Math.max(total, before?.total_seconds ?? 0))
    if (!before)
      return [
        attendance.insert({ ...newAttendance(session, user_id), ...attendance.fresh(newId('wba')), ...live }),
      ]
    const saved = attendance.save(before, live)
    return saved === before ? [] : [saved]
  })
  for (const row of rows) emit(webinarAttended, row)
  return rows
}

/** All slots, in their order. */
export const joinedSlots = (stored: readonly number[] = [], slots: ReadonlySet<number>): number[] =>
  [...new Set([...stored, ...slots])].sort((one, other) => one - other)

/** A person of whom nothing is known yet in a session. */
export const newAttendance = ({ id: session_id, webinar_id, auto }: SessionRow, user_id: Id<'usr'>) => ({
  session_id,
  webinar_id,
  user_id,
  kind: auto ? ('auto' as const) : ('live' as const),
  live_seconds: 0,
  recording_percent: 0,
  joined_at: null,
  left_at: null,
  total_seconds: 0,
  told_percent: 0,
})
