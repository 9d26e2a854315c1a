// Which openings are told, and to whom: pure functions of the openings of a person or a flow and of what the last look saw.
import type { Id } from '@lms/contract'
import type { Freeze } from './calendar-days.ts'
import { isClosedByEnd, type Opening } from './opening.rules.ts'

type Openings = ReadonlyMap<Id<'les'>, Pick<Opening, 'status' | 'opens_at' | 'reasons'>>

/** What the last look found open; null before the first one, when what had opened by then counts. */
export interface Look {
  looked_at: string
  open: ReadonlySet<string> | null
}

export interface Telling {
  /** Open now, or open until its end: a lesson that a later end opens again is no news. */
  open: Id<'les'>[]
  /** Those of them that have opened since the last look. */
  news: Id<'les'>[]
}

export function tellingOf(openings: Openings, last: Look): Telling {
  const open = [...openings].filter(([, { status }]) => status === 'open')
  const isNews = (lesson: string, opensAt: string | null) =>
    last.open ? !last.open.has(lesson) : opensAt !== null && opensAt > last.looked_at
  const ended = [...openings].filter(([, each]) => isClosedByEnd(each))
  return {
    open: [...open, ...ended].map(([lesson]) => lesson),
    news: open.filter(([lesson, { opens_at }]) => isNews(lesson, opens_at)).map(([lesson]) => lesson),
  }
}

/** When another one opens; null while nobody knows. */
export function nextOpening(openings: Openings, now: string): string | null {
  const ahead = [...openings.values()].flatMap(({ opens_at }) => (opens_at && opens_at > now ? opens_at : []))
  return ahead.toSorted()[0] ?? null
}

const wasFrozen = (freezes: readonly Freeze[], at: string): boolean =>
  freezes.some(({ from, to }) => from <= at && (to === null || at < to))

/**
 * The openings of a person that come at another instant than those of their flow, or in a freeze: only these need a look at
 * the person when they come.
 */
export function personalOf<O extends Pick<Opening, 'opens_at'>>(
  openings: ReadonlyMap<Id<'les'>, O>,
  flow: ReadonlyMap<Id<'les'>, Pick<Opening, 'opens_at'>>,
  freezes: readonly Freeze[],
): Map<Id<'les'>, O> {
  return new Map(
    [...openings].filter(([lesson, { opens_at }]) => {
      const ofFlow = flow.get(lesson)
      return !ofFlow || opens_at === null || ofFlow.opens_at !== opens_at || wasFrozen(freezes, opens_at)
    }),
  )
}

/**
 * Whether a telling of the flow tells an opening to the person, too: it came since the last look at the person, when the
 * lesson was closed, and found it open to them.
 */
export const isAnnounced = (
  { opens_at }: Pick<Opening, 'opens_at'>,
  told_at: string,
  since: string,
  freezes: readonly Freeze[],
): boolean => told_at > since && (opens_at === null || opens_at <= told_at) && !wasFrozen(freezes, told_at)
