// Whether a leaf about events holds of one person, and when time alone changes that. Pure.
import { eventDays } from '../facts/fact.rules.ts'
import { type Ends, type EventLeaf, keyOfCount, keyOfQuery, questionOf } from './event-leaf.ts'
import { ends, isBetween, momentOf, passes, windowOf } from './rule-times.ts'

/** What is known of the events about a person; times in milliseconds since 1970. */
export interface PersonEvents {
  /** By the key of the count. */
  readonly counts: ReadonlyMap<
    string,
    { readonly number: number; readonly first: number; readonly last: number }
  >
  /** By the key of the query: the times of its latest events, the last one first; of those since another event, the first ones. */
  readonly events: ReadonlyMap<string, readonly number[]>
}

const dayMs = 24 * 3600_000

const endOf = (end: Ends, { counts }: PersonEvents): number | null =>
  counts.get(keyOfCount(end))?.[end.end] ?? null

export function eventHolds(leaf: EventLeaf, person: PersonEvents, now: number): boolean {
  const question = questionOf(leaf)
  switch (question.by) {
    case 'end': {
      const at = endOf(question.end, person)
      return at !== null && ('first' in leaf || 'last' in leaf) && isBetween(at, leaf, now)
    }
    case 'count': {
      const { counted, times, not } = question
      return (person.counts.get(keyOfCount(counted))?.number ?? 0) >= times !== not
    }
    case 'events': {
      const { query, days, zone, not } = question
      const at = person.events.get(keyOfQuery(query))?.[query.times - 1]
      if (!query.after)
        return (at !== undefined && at >= momentOf(windowOf({ within_days: days, zone })!, now)) !== not
      const since = endOf(query.after, person)
      // The events since then are no longer all kept.
      if (since === null || since <= now - eventDays * dayMs) return false
      const happened = at !== undefined && at <= since + days * dayMs
      return not ? !happened && since < now - days * dayMs : happened
    }
  }
}

/** The moments at which time alone can change the answer. */
export function eventMoments(leaf: EventLeaf, person: PersonEvents, now: number): number[] {
  const question = questionOf(leaf)
  if (question.by === 'count') return []
  if (question.by === 'end') {
    const at = endOf(question.end, person)
    return at !== null && ('first' in leaf || 'last' in leaf) ? ends(at, leaf, now) : []
  }
  const { query, days, zone, not } = question
  if (query.after) {
    const since = endOf(query.after, person)
    if (since === null) return []
    return [since + eventDays * dayMs, ...(not ? [since + days * dayMs + 1] : [])]
  }
  const at = person.events.get(keyOfQuery(query))?.[query.times - 1]
  const passed = at === undefined ? null : passes(at, windowOf({ within_days: days, zone })!, now)
  return passed === null ? [] : [passed]
}

/** The time at an end, or how often it happened in the days: not beyond what the rule counts. */
export function valueOfEvents(leaf: EventLeaf, person: PersonEvents, now: number): number | null {
  const question = questionOf(leaf)
  if (question.by === 'end') return endOf(question.end, person)
  if (question.by === 'count') return person.counts.get(keyOfCount(question.counted))?.number ?? 0
  const { query, days, zone } = question
  const times = person.events.get(keyOfQuery(query)) ?? []
  const since = query.after ? endOf(query.after, person) : null
  const counts = (at: number) =>
    since === null ? at >= momentOf(windowOf({ within_days: days, zone })!, now) : at <= since + days * dayMs
  return times.slice(0, query.times).filter(counts).length
}
