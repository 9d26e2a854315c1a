// Which openings are told, and to whom: pure functions of the openings of a person and of their flow.
import type { Id } from '@lms/contract'
import type { Freeze } from './calendar-days.ts'
import type { Opening } from './opening.rules.ts'

type Openings = ReadonlyMap<Id<'les'>, Pick<Opening, 'status' | 'opens_at'>>

export interface Telling {
  /** Open now, and since when. */
  open: { lesson_id: Id<'les'>; opens_at: string; told: boolean }[]
  /** Closed now: told again once it opens again. */
  closed: Id<'les'>[]
  /** When another one opens; null while nobody knows. */
  next: string | null
}

/** What was open at `since`, when somebody began to study, is not to be told. */
export function tellingOf(openings: Openings, since: string, now: string): Telling {
  const telling: Telling = { open: [], closed: [], next: null }
  for (const [lesson_id, { status, opens_at }] of openings) {
    if (status === 'closed') telling.closed.push(lesson_id)
    else if (opens_at !== null) telling.open.push({ lesson_id, opens_at, told: opens_at > since })
    if (opens_at !== null && opens_at > now && (telling.next === null || opens_at < telling.next))
      telling.next = opens_at
  }
  return telling
}

/**
 * The openings of a person that their flow does not tell: those at another instant than for the flow, and those that a
 * freeze has kept closed at that instant.
 */
export function personalOf<O extends Pick<Opening, 'status' | 'opens_at'>>(
  openings: ReadonlyMap<Id<'les'>, O>,
  flow: ReadonlyMap<Id<'les'>, Pick<Opening, 'opens_at'>>,
  freezes: readonly Freeze[],
): Map<Id<'les'>, O> {
  const wasFrozen = (at: string) =>
    freezes.some(({ from, till }) => from <= at && (till === null || at < till))
  return new Map(
    [...openings].filter(([lesson, { opens_at }]) => {
      const ofFlow = flow.get(lesson)
      return !ofFlow || opens_at === null || ofFlow.opens_at !== opens_at || wasFrozen(opens_at)
    }),
  )
}
