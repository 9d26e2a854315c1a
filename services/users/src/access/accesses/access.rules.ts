// Pure decisions about accesses: no clock, database or request. A day of a term has 24 hours.
import { formatTime, type Id, type MoveOf, Refused, stampsAt } from '@lms/contract'
import { type Access, refusals } from './access.contract.ts'
import { accessLifecycle } from './access.lifecycle.ts'

const dayMs = 86_400_000
const lastTime = Date.parse('9999-12-31T23:59:59.999Z')
const after = (time: string, ms: number) => formatTime(new Date(Math.min(lastTime, Date.parse(time) + ms)))
const later = (one: string, other: string) => (one > other ? one : other)

/** The end of a term of this many days from `start`; null for a term without end. */
export const endOf = (start: string, days: number | null | undefined): string | null =>
  days ? after(start, days * dayMs) : null

type AccessInput = Pick<Access, 'user_id' | 'course_id' | 'source'> &
  Partial<Pick<Access, 'order_id' | 'group_id'>> & {
    starts_at?: string | null | undefined
    expires_at?: string | null | undefined
    term_days?: number | null | undefined
  }

/** A new access. Refuses a term that would have ended at `asOf`. */
export function newAccess(input: AccessInput, id: Id<'acc'>, now: string, asOf = now): Access {
  const starts_at = input.starts_at ?? now
  return {
    id,
    user_id: input.user_id,
    course_id: input.course_id,
    source: input.source,
    order_id: input.order_id ?? null,
    group_id: input.group_id ?? null,
    status: 'active',
    ...termOf(starts_at, input.expires_at ?? endOf(starts_at, input.term_days), asOf),
    frozen_at: null,
    ended_at: null,
    ...stampsAt(now),
  }
}

/** An access that somebody had elsewhere: it runs, will run, or has ended. Null where it would have ended before its start. */
export function formerAccess(
  input: Pick<Access, 'user_id' | 'course_id' | 'expires_at'> & { starts_at: string | null },
  id: Id<'acc'>,
  now: string,
): Access | null {
  const { expires_at } = input
  const isEnded = expires_at !== null && expires_at <= now
  const starts_at = input.starts_at ?? (isEnded ? expires_at : now)
  if (expires_at !== null && expires_at < starts_at) return null
  const access = newAccess(
    { ...input, starts_at, expires_at: isEnded ? null : expires_at, source: 'manual' },
    id,
    now,
  )
  return isEnded ? { ...access, status: 'expired', expires_at, ended_at: expires_at } : access
}

function termOf(starts_at: string, expires_at: string | null, now: string) {
  if (expires_at !== null && (expires_at <= starts_at || expires_at <= now))
    throw new Refused(refusals.term_past)
  return { starts_at, expires_at }
}

/** Whether the term has ended, even if the job has not recorded it yet. */
export const isOver = ({ status, expires_at }: Access, now: string): boolean =>
  status === 'expired' || (status === 'active' && expires_at !== null && expires_at <= now)

export interface AccessChanges {
  status?: 'active' | 'frozen' | undefined
  starts_at?: string | undefined
  expires_at?: string | null | undefined
  extend_days?: number | undefined
}

export type AccessMove = MoveOf<typeof accessLifecycle>

/** The access after these moves. */
export interface Moved<A extends Access> {
  access: A
  moves: readonly AccessMove[]
}

function by<A extends Access>(
  { access, moves }: Moved<A>,
  move: AccessMove,
  fields: Partial<Access>,
): Moved<A> {
  const status = accessLifecycle.next(access.status, move)
  if (!status) throw new Refused(refusals.access_expired)
  return { access: { ...access, ...fields, status }, moves: [...moves, move] }
}

/** The access with the changes: first unfrozen, then its term, then frozen. */
export function changeAccess<A extends Access>(access: A, changes: AccessChanges, now: string): Moved<A> {
  if (access.status === 'revoked') throw new Refused(refusals.access_revoked)
  const initialChange = { access, moves: [] }
  const running =
    changes.status === 'active' && access.status === 'frozen' ? unfreeze(initialChange, now) : initialChange
  const termed = changeTerm(running, changes, now)
  if (changes.status !== undefined && isOver(termed.access, now)) throw new Refused(refusals.access_expired)
  // The clock of the term stops.
  return changes.status === 'frozen' && termed.access.status !== 'frozen'
    ? by(termed, 'freeze', { frozen_at: now })
    : termed
}

/** Restarts the clock with the rest of the term. Before its start a term does not run anyway. */
function unfreeze<A extends Access>(moved: Moved<A>, now: string): Moved<A> {
  const { starts_at, expires_at, frozen_at } = moved.access
  const stood = Date.parse(later(now, starts_at)) - Date.parse(later(frozen_at ?? now, starts_at))
  return by(moved, 'unfreeze', { frozen_at: null, expires_at: expires_at && after(expires_at, stood) })
}

function changeTerm<A extends Access>(moved: Moved<A>, changes: AccessChanges, now: string): Moved<A> {
  const { access } = moved
  const { starts_at, expires_at, extend_days } = changes
  if (starts_at === undefined && expires_at === undefined && extend_days === undefined) return moved
  if (access.source === 'group') throw new Refused(refusals.access_from_group)
  if (access.status === 'frozen' && extend_days === undefined) throw new Refused(refusals.access_frozen)
  const start = starts_at ?? access.starts_at
  const end = extend_days ? extended(access, extend_days, now) : givenOr(access.expires_at, expires_at)
  // The end of a frozen term is as of the day of the freeze, which may be in the past by now.
  const asOf = access.status === 'frozen' ? access.frozen_at! : now
  return by(moved, 'extend', { ...termOf(start, end, asOf), ended_at: null })
}

const givenOr = (present: string | null, input: string | null | undefined) =>
  input === undefined ? present : input

function extended(access: Access, days: number, now: string): string {
  if (access.expires_at === null) throw new Refused(refusals.access_endless)
  const from = isOver(access, now) ? later(now, access.expires_at) : access.expires_at
  return after(from, days * dayMs)
}
