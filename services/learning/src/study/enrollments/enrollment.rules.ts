// What the rights to a course make of the study of it: pure functions.
import { formatTime } from '@lms/contract'
import type { Freeze } from '../openings/calendar-days.ts'
import type { EnrollmentStatus } from './enrollment.lifecycle.ts'

/** A right to the course, as the users service keeps it. */
export interface Right {
  status: 'active' | 'frozen' | 'expired' | 'revoked'
  starts_at: string
  expires_at: string | null
  frozen_at: string | null
  ended_at: string | null
}

/** What an enrollment knows besides the rights. */
export interface Study {
  starts_at: string
  completed_at: string | null
  ended_at: string | null
}

/** Whether the right runs at this time. A term ends by the clock, even if nobody has recorded it yet. */
export const runs = ({ status, starts_at, expires_at }: Right, now: string): boolean =>
  status === 'active' && starts_at <= now && (expires_at === null || expires_at > now)

/**
 * The state of a study with these rights. Several rights are one study: one that runs is enough, and only if none does, a
 * frozen one stops its clock. A right that begins later lets it wait.
 */
export function statusOf(study: Study, rights: readonly Right[], now: string): EnrollmentStatus {
  if (study.ended_at !== null) return 'ended'
  if (rights.some(right => runs(right, now))) {
    if (study.completed_at !== null) return 'completed'
    return study.starts_at > now ? 'waiting' : 'active'
  }
  if (rights.some(({ status }) => status === 'frozen')) return 'frozen'
  return accessFrom(rights, now) === null ? 'suspended' : 'waiting'
}

/** Since when, or from when, a right runs; null without a right that runs or will. */
export function accessFrom(rights: readonly Right[], now: string): string | null {
  const begins = rights
    .filter(({ status, expires_at }) => status === 'active' && (expires_at === null || expires_at > now))
    .map(({ starts_at }) => starts_at)
  return begins.toSorted()[0] ?? null
}

/** When the last right ended; null while one runs, is frozen or will run, and where there never was one. */
export function rightsEndedAt(rights: readonly Right[], now: string): string | null {
  if (rights.some(({ status }) => status === 'frozen') || accessFrom(rights, now) !== null) return null
  const ends = rights.flatMap(({ ended_at, expires_at }) => ended_at ?? expires_at ?? [])
  return ends.toSorted().at(-1) ?? null
}

const lives = ({ status }: Pick<Right, 'status'>): boolean => status === 'active' || status === 'frozen'

/**
 * The flow of a study after a change of its rights. Who studies in none enters that of a new right; whose right of their flow
 * has ended, that of a new right, or of another that lasts. A flow that staff has set without a right stays.
 */
export function flowAfter<R extends Pick<Right, 'status'> & { id: string; group_id: `grp_${string}` | null }>(
  group_id: R['group_id'],
  before: readonly R[],
  rights: readonly R[],
): R['group_id'] {
  const had = (right: R) => before.some(({ id, group_id }) => id === right.id && group_id === right.group_id)
  const lasting = rights.filter(right => right.group_id !== null && lives(right))
  const entered = lasting.find(right => !had(right))
  if (group_id === null) return entered?.group_id ?? null
  const own = rights.filter(right => right.group_id === group_id)
  if (own.length === 0 || own.some(lives)) return group_id
  return (entered ?? lasting[0])?.group_id ?? group_id
}

/**
 * The flow of a study after a transfer of its person: the target, unless they have left it since. Then it is the one of a
 * right, or the only one, of those in which they are now.
 */
export function flowAfterTransfer<G extends string>(
  target: G,
  present: readonly string[],
  rights: readonly (Pick<Right, 'status'> & { group_id: G | null })[],
): G {
  if (present.includes(target)) return target
  const own = rights.find(
    right => right.group_id !== null && lives(right) && present.includes(right.group_id),
  )
  return own?.group_id ?? (present.length === 1 ? (present[0] as G) : target)
}

/** The next time at which the rights or the start change the state by themselves; null if none will. */
export function nextChange(study: Study, rights: readonly Right[], now: string): string | null {
  const times = rights.flatMap(({ status, starts_at, expires_at }) =>
    status === 'active' ? [starts_at, expires_at ?? starts_at] : [],
  )
  const ahead = [study.starts_at, ...times].filter(at => at > now)
  return ahead.toSorted()[0] ?? null
}

/**
 * The freezes after a change of the state. A freeze begins when the right was frozen, which may be before it was learnt of;
 * any other state ends it.
 */
export function freezesAfter(
  freezes: readonly Freeze[],
  status: EnrollmentStatus,
  rights: readonly Right[],
  now: string,
): Freeze[] {
  const last = freezes.at(-1)
  const standing = last?.to === null ? last : null
  if (status === 'frozen') {
    if (standing) return [...freezes]
    const since = rights.flatMap(({ frozen_at }) => frozen_at ?? [])
    const from = since.toSorted().at(-1) ?? now
    // It does not reach back into the freeze before.
    return [...freezes, { from: last?.to && from < last.to ? last.to : from, to: null }]
  }
  return standing ? [...freezes.slice(0, -1), { from: standing.from, to: now }] : [...freezes]
}

const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

/** The deadline of a study after its freezes: one that ends moves it by its length, as it moves the terms of the rights. */
export function deadlineAfter(
  deadline: string | null,
  before: readonly Freeze[],
  after: readonly Freeze[],
): string | null {
  const stood = before.at(-1)
  const to = after[before.length - 1]?.to ?? null
  if (deadline === null || stood?.to !== null || to === null) return deadline
  const [at, from] = [Date.parse(deadline), Date.parse(stood.from)]
  return at <= from ? deadline : formatTime(new Date(Math.min(lastTime, at + Date.parse(to) - from)))
}
