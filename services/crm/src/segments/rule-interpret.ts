// Says whether a rule holds of one person, and until when. Pure: no clock, database or request.
import { type Fact, folded, longestText, thousandths } from '../facts/fact.rules.ts'
import type { Bases } from '../settings/topic.ts'
import { eventHolds, eventMoments, type PersonEvents, valueOfEvents } from './event-interpret.ts'
import { isEventLeaf } from './event-leaf.ts'
import { type FieldLeaf, textParts } from './field-leaf.ts'
import { unreachedBecause } from './reachable-leaf.ts'
import { factOf, kindOf, leavesOf, type Rule } from './rule.ts'
import {
  anniversaryMoments,
  type CalendarDay,
  dayIn,
  hasParts,
  horizonMs,
  isNear,
  monthMoments,
  zoneOfDays,
} from './rule-dates.ts'
import type { Leaf } from './rule-leaves.ts'
import { ends, isBetween } from './rule-times.ts'

/** What a rule needs to know of a person; times in milliseconds since 1970. */
export interface PersonView extends PersonEvents {
  readonly here: boolean
  /** By the name of the fact. */
  readonly facts: ReadonlyMap<string, readonly Pick<Fact, 'text' | 'number' | 'at'>[]>
  /** What the topics of the school are based on. */
  readonly bases: Bases
  /** The segments that the person is in. */
  readonly segments: ReadonlySet<string>
}

export interface Verdict {
  readonly holds: boolean
  /** When time alone changes the answer; null for never. */
  readonly until: number | null
  /** When the person is to be looked at again: then, or because a date returns every year and nobody looked further. */
  readonly lookAt: number | null
}

export interface LeafVerdict extends Omit<Verdict, 'lookAt'> {
  readonly path: string
  readonly leaf: Leaf
  /** What the leaf has read: a text, a number, a time, or null for nothing. */
  readonly value: string | number | boolean | null
}

/** Whether the rule holds of the person at `now`, and when time alone will change that. */
export function interpret(rule: Rule, person: PersonView, now: number): Verdict {
  if (!person.here) return { holds: false, until: null, lookAt: null }
  const holds = holdsOf(rule, person, now)
  const leaves = leavesOf(rule).map(({ leaf }) => leaf)
  const moments = leaves.flatMap(leaf => momentsOf(leaf, person, now))
  const later = [...new Set(moments)].filter(at => at > now).sort((one, other) => one - other)
  const until = later.find(at => holdsOf(rule, person, at) !== holds) ?? null
  const returns = leaves.some(leaf => daysReturn(leaf) && factsOf(leaf, person).length > 0)
  const horizon = returns ? now + horizonMs : null
  // Beyond the horizon not all moments are known.
  return horizon === null || (until !== null && until <= horizon)
    ? { holds, until, lookAt: until }
    : { holds, until: null, lookAt: horizon }
}

/** The verdict of each leaf by itself. */
export const explain = (rule: Rule, person: PersonView, now: number): LeafVerdict[] =>
  leavesOf(rule).map(({ path, leaf }) => {
    const { holds, until } = interpret(leaf, person, now)
    return { path, leaf, value: valueOfLeaf(leaf, person, now), holds, until }
  })

function holdsOf(rule: Rule, person: PersonView, now: number): boolean {
  if ('and' in rule) return rule.and.every(each => holdsOf(each, person, now))
  if ('or' in rule) return rule.or.some(each => holdsOf(each, person, now))
  if ('not' in rule) return !holdsOf(rule.not, person, now)
  return leafHolds(rule, person, now)
}

const factsOf = (leaf: Leaf, { facts }: PersonView) =>
  isEventLeaf(leaf) || 'reachable' in leaf ? [] : (facts.get(factOf(leaf)) ?? [])

function leafHolds(leaf: Leaf, person: PersonView, now: number): boolean {
  if ('segment' in leaf) return person.segments.has(leaf.segment)
  if (isEventLeaf(leaf)) return eventHolds(leaf, person, now)
  if ('reachable' in leaf) return unreachedBecause(leaf, person.facts, person.bases) === null
  const facts = factsOf(leaf, person)
  if ('access' in leaf)
    return facts.some(({ at }) =>
      at === null
        ? !leaf.ends
        : Date.parse(at) > now && (!leaf.ends || isBetween(Date.parse(at), leaf.ends, now)),
    )
  if ('spent' in leaf) return isInRange(facts[0]?.number ?? 0, leaf.at_least, leaf.at_most)
  if (!('field' in leaf)) return facts.length > 0
  if (leaf.exists) return facts.length > 0
  if (leaf.equals !== undefined || leaf.in) {
    const expectedValues = leaf.in ?? [leaf.equals!]
    return facts.some(fact => expectedValues.some(value => equals(fact, value)))
  }
  if (leaf.date || leaf.anniversary)
    return facts.some(({ at }) => at !== null && dayHolds(dayIn(Date.parse(at), zoneOfDays(leaf)), leaf, now))
  if (textParts.some(part => leaf[part] !== undefined)) return facts.some(({ text }) => textHolds(text, leaf))
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

function textHolds(text: string | null, { contains, starts, ends }: FieldLeaf): boolean {
  if (text === null) return false
  if (contains !== undefined) return text.includes(folded(contains))
  if (starts !== undefined) return text.startsWith(folded(starts))
  // Of a longer text the end is not kept.
  return text.endsWith(folded(ends!)) && [...text].length <= longestText
}

const dayHolds = (day: CalendarDay, { date, anniversary }: FieldLeaf, now: number): boolean =>
  date ? hasParts(day, date, now) : isNear(day, anniversary!, now)

/** Whether time alone changes the answer of the leaf every year. */
const daysReturn = (leaf: Leaf): boolean =>
  'field' in leaf && (leaf.anniversary !== undefined || leaf.date?.month === 'this')

const isInRange = (number: number, least: number | undefined, most: number | undefined): boolean =>
  (least === undefined || number >= least) && (most === undefined || number <= most)

/** The moments at which time alone can change the answer of a leaf. */
function momentsOf(leaf: Leaf, person: PersonView, now: number): number[] {
  if (isEventLeaf(leaf)) return eventMoments(leaf, person, now)
  const times = factsOf(leaf, person).flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]))
  if ('access' in leaf) return times.flatMap(at => [at, ...(leaf.ends ? ends(at, leaf.ends, now) : [])])
  if (!('field' in leaf)) return []
  const { date, anniversary } = leaf
  if (!date && !anniversary) return times.flatMap(at => ends(at, leaf, now))
  const days = times.map(at => dayIn(at, zoneOfDays(leaf)))
  if (anniversary) return days.flatMap(day => anniversaryMoments(day, anniversary, now))
  return date?.month === 'this' ? days.flatMap(day => monthMoments(day, date.zone, now)) : []
}

function valueOfLeaf(leaf: Leaf, person: PersonView, now: number): LeafVerdict['value'] {
  const time = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? null : new Date(ms).toISOString()
  if ('segment' in leaf) return person.segments.has(leaf.segment)
  if (isEventLeaf(leaf)) {
    const value = valueOfEvents(leaf, person, now)
    return 'first' in leaf || 'last' in leaf ? time(value) : value
  }
  if ('reachable' in leaf) return unreachedBecause(leaf, person.facts, person.bases) ?? true
  const [fact] = factsOf(leaf, person)
  if (kindOf(leaf) === 'spent') return fact?.number ?? 0
  if (!fact) return null
  if (fact.text !== null) return fact.text
  if (fact.number !== null) return fact.number / 1000
  return fact.at ?? true
}
