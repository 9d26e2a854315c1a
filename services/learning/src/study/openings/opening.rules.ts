// When a lesson opens, why it is closed, and until when it is to be completed: one pure function.
import type { Id } from '@lms/contract'
import { deadlineOf, fixedDeadline } from './deadline.ts'
import type { Facts, FactsNow, Opener } from './facts.ts'
import { kindOf } from './kinds.ts'
import type { Condition, OpeningRules, SingleCondition } from './rule-schema.ts'

/** An exception for a person or flow. */
export interface Override {
  id: Id<'ovr'>
  of: 'person' | 'flow'
  created_at: string
  /** `open` from `at`; `hold` until `at`, or until the override is deleted; null leaves the opening as it is. */
  opening: 'open' | 'hold' | null
  at: string | null
  due_at: string | null
}

/** The facts about one lesson. */
export interface OpeningFacts extends Facts {
  /** When a right to the course begins, or has begun, to run; null without one. */
  access_from: string | null
  /** When the last right ended, in a course whose opened lessons stay open after it. */
  opened_until: string | null
  published: boolean
  completed_at: string | null
  overrides: readonly Override[]
}

export interface Reason {
  kind: 'access' | 'published' | 'ended' | 'completed' | 'override' | 'flow_start' | Condition['kind']
  ref: string | null
  met: boolean
  at: string | null
  opens_by: Opener
  /** Of `any_of`: its conditions, of which one is enough. */
  any_of?: Reason[]
}

export interface Opening {
  status: 'open' | 'closed'
  /** The latest instant of all conditions; null if one is unknown. */
  opens_at: string | null
  reasons: Reason[]
  due_at: string | null
  /** When it closes; null for never. */
  ends_at: string | null
}

/** The rules of the module and of the lesson: all conditions of both, and deadline and end of the lesson or else the module. */
export const rulesOf = (module: OpeningRules, lesson: OpeningRules): OpeningRules => ({
  conditions: [...module.conditions, ...lesson.conditions],
  deadline: lesson.deadline ?? module.deadline,
  end: lesson.end ?? module.end ?? null,
})

/**
 * The opening of a lesson. In this order: without a running right it is closed; unpublished it is closed; after its
 * end it is closed; completed it is open whatever else; then the overrides of the person and of the flow, the newest
 * first, also before the start of the flow; then the start of the flow and all conditions: nothing else opens a lesson of
 * a flow before its start.
 */
export function openingOf(rules: OpeningRules, facts: OpeningFacts, now: string): Opening {
  const currentFacts: OpeningFacts & FactsNow = { ...facts, now }
  const { access_from, published, completed_at, opened_until } = facts
  const own = ownOpening(rules, currentFacts)
  // What has no condition opened with the access and the flow, or at the completion if that came first.
  const isFree = own.reasons.every(({ kind }) => kind === 'flow_start')
  const ruled = isFree ? latest([own.at, access_from ?? facts.own_starts_at]) : own.at
  const opened = completed_at !== null && !isPast(ruled, completed_at) ? completed_at : ruled
  const ends_at = own.isOverridden ? null : endFor(rules, opened, currentFacts)
  const due_at = earliest(deadlineFor(rules, opened, currentFacts), ends_at)
  const hasEnded = isPast(ends_at, now)

  const running = isPast(access_from, now)
  const isStillOpen =
    !running && published && !hasEnded && opened_until !== null && isPast(opened, opened_until)
  if (isStillOpen) return { status: 'open', opens_at: opened, reasons: own.reasons, due_at, ends_at }
  const closed: Reason[] = []
  if (!running) closed.push(reason('access', null, access_from, now, 'school'))
  if (!published) closed.push(reason('published', null, null, now, 'school'))
  if (hasEnded) closed.push(reason('ended', null, null, now, 'school'))
  if (closed.length) {
    const opens_at = published ? latest([access_from, opened]) : null
    const never = hasEnded && opens_at !== null && opens_at >= ends_at!
    return {
      status: 'closed',
      opens_at: never ? null : opens_at,
      reasons: [...closed, ...own.reasons],
      ...{ due_at, ends_at },
    }
  }
  if (completed_at !== null) {
    const reasons = [reason('completed', null, completed_at, now, 'student')]
    return { status: 'open', opens_at: opened, reasons, due_at, ends_at }
  }
  const status = isPast(opened, now) ? 'open' : 'closed'
  return { status, opens_at: latest([access_from, opened]), reasons: own.reasons, due_at, ends_at }
}

/** Whether a lesson that was open to the person is closed by its end alone. */
export const isClosedByEnd = ({ reasons, opens_at }: Pick<Opening, 'reasons' | 'opens_at'>): boolean =>
  opens_at !== null &&
  reasons.some(({ kind }) => kind === 'ended') &&
  !reasons.some(({ kind, met }) => (kind === 'access' || kind === 'published') && !met)

/** The instant at which the overrides or conditions open the lesson, whatever the right to the course. */
function ownOpening(
  rules: OpeningRules,
  facts: OpeningFacts & FactsNow,
): { at: string | null; reasons: Reason[]; isOverridden: boolean } {
  const holds: Reason[] = []
  for (const { opening, id, at } of facts.overrides.toSorted(byRank)) {
    if (opening === null) continue
    const overrideReason = reason('override', id, at, facts.now, 'clock')
    if (opening === 'hold') holds.push(overrideReason)
    else {
      const opensAt = latest([...holds.map(hold => hold.at), at])
      return { at: opensAt, reasons: [...holds, overrideReason], isOverridden: true }
    }
  }
  const conditions = rules.conditions.map(condition =>
    condition.kind === 'any_of' ? anyOf(condition.conditions, facts) : single(condition, facts),
  )
  const start = facts.flow_starts_at
  const ruled = latest(conditions.map(({ at }) => at))
  // It is no news beside conditions that are met later.
  const decides = start !== null && (conditions.length === 0 || start > facts.now || start > (ruled ?? start))
  const flowStart = decides ? [reason('flow_start', null, start, facts.now, 'clock')] : []
  const at = latest([...holds.map(hold => hold.at), ...(start === null ? [] : [start]), ruled])
  return { at, reasons: [...holds, ...flowStart, ...conditions], isOverridden: false }
}

function single(condition: SingleCondition, facts: FactsNow): Reason {
  const { opens_by, ref, metAt } = kindOf(condition)
  return reason(condition.kind, ref(condition), metAt(condition, facts), facts.now, opens_by)
}

/** Met with the first of its conditions, whoever meets that one. */
function anyOf(conditions: readonly SingleCondition[], facts: FactsNow): Reason {
  const all = conditions.map(condition => single(condition, facts))
  const dated = all.filter(({ at }) => at !== null).toSorted((one, other) => (one.at! < other.at! ? -1 : 1))
  const { at, opens_by } = dated[0] ?? all[0]!
  return { ...reason('any_of', null, at, facts.now, opens_by), any_of: all }
}

function deadlineFor(
  { deadline }: OpeningRules,
  opensAt: string | null,
  facts: OpeningFacts & FactsNow,
): string | null {
  return movedDeadline(facts) ?? (deadline && deadlineOf(deadline, opensAt, facts))
}

/** The deadline that an override sets; null without one. */
function movedDeadline(facts: OpeningFacts & FactsNow): string | null {
  const moved = facts.overrides.toSorted(byRank).find(({ due_at }) => due_at !== null)
  return moved ? fixedDeadline(moved.due_at!, facts, moved.created_at) : null
}

/** The end of the lesson or of the flow, whichever is first; a deadline that an override moves beyond moves it along. */
function endFor(
  { end }: OpeningRules,
  opensAt: string | null,
  facts: OpeningFacts & FactsNow,
): string | null {
  const ofFlow = facts.flow_ends_at && fixedDeadline(facts.flow_ends_at, facts)
  const ended = earliest(end ? deadlineOf(end, opensAt, facts) : null, ofFlow)
  const extended = movedDeadline(facts)
  return ended !== null && extended !== null && extended > ended ? extended : ended
}

const earliest = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null ? (one < other ? one : other) : (one ?? other)

/** Overrides of the person before those of the flow, the newest first. */
export const byRank = (
  one: Pick<Override, 'id' | 'of' | 'created_at'>,
  other: Pick<Override, 'id' | 'of' | 'created_at'>,
): number => {
  if (one.of !== other.of) return one.of === 'person' ? -1 : 1
  const [first, second] = [`${one.created_at} ${one.id}`, `${other.created_at} ${other.id}`]
  return first > second ? -1 : 1
}

const reason = (
  kind: Reason['kind'],
  ref: string | null,
  at: string | null,
  now: string,
  opens_by: Opener,
): Reason => ({ kind, ref, met: isPast(at, now), at, opens_by })

const isPast = (at: string | null, now: string): boolean => at !== null && at <= now

/** The beginning of time: a lesson without conditions has always been open. */
const always = '0001-01-01T00:00:00.000+00:00'

function latest(instants: readonly (string | null)[]): string | null {
  let last = always
  for (const at of instants) {
    if (at === null) return null
    if (at > last) last = at
  }
  return last
}
