// Says whether a rule holds of one person, and until when. Pure: no clock, database or request.
import { type Fact, folded, thousandths } from '../facts/fact.rules.ts'
import { factOf, kindOf, leavesOf, type Rule, typeOf } from './rule.ts'
import type { Leaf } from './rule-leaves.ts'
import { momentOf, passes, windowOf } from './rule-times.ts'

/** What a rule needs to know of a person; times in milliseconds since 1970. */
export interface PersonView {
  readonly here: boolean
  /** By the name of the fact. */
  readonly facts: ReadonlyMap<string, readonly Pick<Fact, 'text' | 'number' | 'at'>[]>
  readonly counts: ReadonlyMap<
    string,
    { readonly number: number; readonly first: number; readonly last: number }
  >
  /** The latest events of each type, the last one first, as many as rules count. */
  readonly events: ReadonlyMap<string, readonly number[]>
  /** The segments that the person is in. */
  readonly segments: ReadonlySet<string>
}

export interface Verdict {
  readonly holds: boolean
  /** When time alone changes the answer; null for never. */
  readonly until: number | null
}

export interface LeafVerdict extends Verdict {
  readonly path: string
  readonly leaf: Leaf
  /** What the leaf has read: a text, a number, a time, or null for nothing. */
  readonly value: string | number | boolean | null
}

/** Whether the rule holds of the person at `now`, and when time alone will change that. */
export function interpret(rule: Rule, person: PersonView, now: number): Verdict {
  if (!person.here) return { holds: false, until: null }
  const holds = holdsOf(rule, person, now)
  const moments = leavesOf(rule).flatMap(({ leaf }) => momentsOf(leaf, person, now))
  const later = [...new Set(moments)].filter(at => at > now).sort((one, other) => one - other)
  return { holds, until: later.find(at => holdsOf(rule, person, at) !== holds) ?? null }
}

/** The verdict of each leaf by itself. */
export const explain = (rule: Rule, person: PersonView, now: number): LeafVerdict[] =>
  leavesOf(rule).map(({ path, leaf }) => ({
    path,
    leaf,
    value: valueOfLeaf(leaf, person),
    ...interpret(leaf, person, now),
  }))

function holdsOf(rule: Rule, person: PersonView, now: number): boolean {
  if ('and' in rule) return rule.and.every(each => holdsOf(each, person, now))
  if ('or' in rule) return rule.or.some(each => holdsOf(each, person, now))
  if ('not' in rule) return !holdsOf(rule.not, person, now)
  return leafHolds(rule, person, now)
}

const factsOf = (leaf: Leaf, { facts }: PersonView) => facts.get(factOf(leaf)) ?? []

function leafHolds(leaf: Leaf, person: PersonView, now: number): boolean {
  if ('segment' in leaf) return person.segments.has(leaf.segment)
  if ('event' in leaf) return happened(leaf.event, leaf.at_least, leaf, person, now)
  if ('did_not' in leaf) return !happened(leaf.did_not, 1, leaf, person, now)
  if ('first' in leaf || 'last' in leaf) {
    const at = endOf(leaf, person)
    return at !== null && isBetween(at, leaf, now)
  }
  const facts = factsOf(leaf, person)
  if ('access' in leaf) return facts.some(({ at }) => at === null || Date.parse(at) > now)
  if ('spent' in leaf) return isInRange(facts[0]?.number ?? 0, leaf.at_least, leaf.at_most)
  if (!('field' in leaf)) return facts.length > 0
  if (leaf.exists) return facts.length > 0
  if (leaf.equals !== undefined || leaf.in) {
    const expectedValues = leaf.in ?? [leaf.equals!]
    return facts.some(fact => expectedValues.some(value => equals(fact, value)))
  }
  if (leaf.since || leaf.before)
    return facts.some(({ at }) => at !== null && isBetween(Date.parse(at), leaf, now))
  const inThousandths = (bound: number | undefined) => (bound === undefined ? undefined : thousandths(bound))
  return facts.some(
    ({ number }) =>
      number !== null && isInRange(number, inThousandths(leaf.at_least), inThousandths(leaf.at_most)),
  )
}

const equals = (
  { text, number }: Pick<Fact, 'text' | 'number'>,
  value: string | number | boolean,
): boolean => (typeof value === 'number' ? number === thousandths(value) : text === folded(String(value)))

const isInRange = (number: number, least: number | undefined, most: number | undefined): boolean =>
  (least === undefined || number >= least) && (most === undefined || number <= most)

type Between = Pick<Extract<Leaf, { first: string }>, 'since' | 'before'>

const isBetween = (at: number, { since, before }: Between, now: number): boolean =>
  (!since || at >= momentOf(since, now)) && (!before || at < momentOf(before, now))

type Window = Pick<Extract<Leaf, { event: string }>, 'within_days' | 'zone'>

/** Whether events of the type happened so often, in a window that ends now or ever. */
function happened(type: string, times: number, window: Window, person: PersonView, now: number): boolean {
  const since = windowOf(window)
  if (!since) return (person.counts.get(type)?.number ?? 0) >= times
  const at = person.events.get(type)?.[times - 1]
  return at !== undefined && at >= momentOf(since, now)
}

/** The first or last time of an event. */
function endOf(
  leaf: Extract<Leaf, { first: string } | { last: string }>,
  { counts }: PersonView,
): number | null {
  const occurrence = counts.get(typeOf(leaf)!)
  if (!occurrence) return null
  return 'first' in leaf ? occurrence.first : occurrence.last
}

/** The moments at which time alone can change the answer of a leaf. */
function momentsOf(leaf: Leaf, person: PersonView, now: number): number[] {
  if ('event' in leaf || 'did_not' in leaf) {
    const since = windowOf(leaf)
    const times = 'event' in leaf ? leaf.at_least : 1
    const at = person.events.get(typeOf(leaf)!)?.[times - 1]
    const end = since && at !== undefined ? passes(at, since, now) : null
    return end === null ? [] : [end]
  }
  if ('first' in leaf || 'last' in leaf) {
    const at = endOf(leaf, person)
    return at === null ? [] : ends(at, leaf, now)
  }
  const times = factsOf(leaf, person).flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]))
  if ('access' in leaf) return times
  return 'field' in leaf ? times.flatMap(at => ends(at, leaf, now)) : []
}

const ends = (at: number, { since, before }: Between, now: number): number[] =>
  [since, before].flatMap(when => (when && passes(at, when, now)) ?? [])

function valueOfLeaf(leaf: Leaf, person: PersonView): LeafVerdict['value'] {
  const time = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? null : new Date(ms).toISOString()
  if ('segment' in leaf) return person.segments.has(leaf.segment)
  if ('first' in leaf || 'last' in leaf) return time(endOf(leaf, person))
  if ('event' in leaf || 'did_not' in leaf) return person.counts.get(typeOf(leaf)!)?.number ?? 0
  const [fact] = factsOf(leaf, person)
  if (kindOf(leaf) === 'spent') return fact?.number ?? 0
  if (!fact) return null
  if (fact.text !== null) return fact.text
  if (fact.number !== null) return fact.number / 1000
  return fact.at ?? true
}
