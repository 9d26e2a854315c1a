// The leaves about events: what is asked of the events about one person, and how it is looked up. Pure.
import { id, oneOf, text, timeZone } from '@lms/contract'
import { z } from 'zod'
import { type PropertyName, properties, propertyNames, subjectOf } from '../facts/event-properties.ts'
import { eventDays, eventFact } from '../facts/fact.rules.ts'
import { countedProperties, countedTypes } from '../facts/fact-sources.ts'
import { between, bounded, needsBound, needsRange, number, range, ranged } from './rule-bounds.ts'

/** Most times that a rule counts. */
export const maxTimes = 100

const type = oneOf(countedTypes as [string, ...string[]])

const schemaOf = (name: PropertyName): z.ZodType => {
  const { kind, prefix } = properties[name]
  if (prefix) return id(prefix)
  switch (kind) {
    case 'number':
      return z.strictObject(range(number)).refine(ranged, needsRange)
    case 'boolean':
      return z.boolean()
    default:
      return text(100, 1)
  }
}

type Range = { at_least?: number | undefined; at_most?: number | undefined }
export type Where = { readonly [Name in PropertyName]?: string | boolean | Range }

/** What the event had: all of these properties. */
const where = z
  .strictObject(Object.fromEntries(propertyNames.map(name => [name, schemaOf(name).optional()])))
  .refine(named => Object.keys(named).length > 0, 'give at least one property') as unknown as z.ZodType<Where>

interface OfType {
  type: string
  where?: Where | undefined
}

/** The property that events of the type do not have; null if they have all. */
function missingOf({ type, where = {} }: OfType): PropertyName | null {
  const names = countedProperties.get(type) ?? []
  return (Object.keys(where) as PropertyName[]).find(name => !names.includes(name)) ?? null
}

/** Refuses properties that events of the type do not have, and `one` allows but one id. */
function refuseUnfit(event: OfType, context: z.RefinementCtx, path: string[] = [], one = false): void {
  const missing = missingOf(event)
  const names = countedProperties.get(event.type) ?? []
  if (missing !== null)
    context.addIssue({
      code: 'custom',
      path: [...path, 'where', missing],
      message: names.length
        ? `${event.type} has only: ${names.join(', ')}`
        : `${event.type} has no properties`,
    })
  else if (one && event.where && subjectIn(event.where) === null)
    context.addIssue({
      code: 'custom',
      path: [...path, 'where'],
      message: 'give one id: the first and the last time are kept for one object',
    })
}

/** The first or the last time of an event, which a window begins with. */
const Anchor = z.union([
  z
    .strictObject({ first: type, where: where.optional() })
    .superRefine((one, context) => refuseUnfit({ ...one, type: one.first }, context, [], true)),
  z
    .strictObject({ last: type, where: where.optional() })
    .superRefine((one, context) => refuseUnfit({ ...one, type: one.last }, context, [], true)),
])

const window = {
  where: where.optional(),
  within_days: z.int().min(1).max(eventDays).optional(),
  zone: timeZone().optional(),
  after: Anchor.optional(),
}
const fits = (leaf: { within_days?: unknown; zone?: unknown; after?: unknown }) =>
  leaf.after === undefined || (leaf.within_days !== undefined && leaf.zone === undefined)
const needsDays = 'after needs within_days, in days of 24 hours, without a zone'

export const eventLeaves = {
  event: z
    .strictObject({ event: type, at_least: z.int().min(1).max(maxTimes).default(1), ...window })
    .refine(fits, needsDays)
    .superRefine((leaf, context) => refuseUnfit({ ...leaf, type: leaf.event }, context)),
  did_not: z
    .strictObject({ did_not: type, ...window })
    .refine(fits, needsDays)
    .superRefine((leaf, context) => refuseUnfit({ ...leaf, type: leaf.did_not }, context)),
  first: z
    .strictObject({ first: type, where: where.optional(), ...between })
    .refine(bounded, needsBound)
    .superRefine((leaf, context) => refuseUnfit({ ...leaf, type: leaf.first }, context, [], true)),
  last: z
    .strictObject({ last: type, where: where.optional(), ...between })
    .refine(bounded, needsBound)
    .superRefine((leaf, context) => refuseUnfit({ ...leaf, type: leaf.last }, context, [], true)),
} as const

type EventLeafKind = keyof typeof eventLeaves
export type EventLeaf = { [K in EventLeafKind]: z.output<(typeof eventLeaves)[K]> }[EventLeafKind]
export const isEventLeaf = (leaf: object): leaf is EventLeaf =>
  Object.keys(eventLeaves).some(kind => kind in leaf)

/** What counts are kept of: all events of a type, or those about one object. */
export interface Counted {
  readonly type: string
  readonly subject: string
}
export const keyOfCount = ({ type, subject }: Counted): string => `${type} ${subject}`

/** The subject of which counts are kept, if the properties are but one id; null otherwise. */
function subjectIn(where: Where): string | null {
  const [[name, value] = [], ...others] = Object.entries(where)
  if (name === undefined || others.length || properties[name as PropertyName].kind !== 'id') return null
  return subjectOf(name as PropertyName, value as string)
}

const countedOf = ({ type, where }: OfType): Counted | null => {
  if (!where) return { type, subject: '' }
  const subject = subjectIn(where)
  return subject === null ? null : { type, subject }
}

type End = 'first' | 'last'
export interface Ends extends Counted {
  readonly end: End
}

const endOf = (one: { where?: Where | undefined } & ({ first: string } | { last: string })): Ends => {
  const [end, type] = 'first' in one ? (['first', one.first] as const) : (['last', one.last] as const)
  return { end, ...countedOf({ type, where: one.where })! }
}

/** Events about a person, one by one, as a rule looks for them. */
export interface EventQuery {
  readonly type: string
  readonly where: Where
  readonly times: number
  /** Those since the first or the last time of another event, in place of the latest ones. */
  readonly after: Ends | null
}
/** What events contain, and the bounds of their numbers. Ids are lists in events; null where none is named. */
export function partsOf(where: Where) {
  const names = Object.keys(where) as PropertyName[]
  const equal = names.filter(name => typeof where[name] !== 'object')
  const ranges = names.filter(name => typeof where[name] === 'object')
  const values = equal.map(name => [name, properties[name].kind === 'id' ? [where[name]] : where[name]])
  return {
    has: values.length ? (Object.fromEntries(values) as Record<string, unknown>) : null,
    ranges: ranges.map(name => {
      const { at_least = null, at_most = null } = where[name] as Range
      return { name, at_least, at_most }
    }),
  }
}

export const keyOfQuery = ({ times: _, ...query }: EventQuery): string => JSON.stringify(query)

/** What a leaf asks. */
export type EventQuestion =
  | { readonly by: 'end'; readonly end: Ends }
  | { readonly by: 'count'; readonly counted: Counted; readonly times: number; readonly not: boolean }
  | {
      readonly by: 'events'
      readonly query: EventQuery
      readonly days: number
      readonly zone: string | undefined
      readonly not: boolean
    }

/** Counts answer where they are kept; else the events of so many days are looked at. */
export function questionOf(leaf: EventLeaf): EventQuestion {
  if ('first' in leaf || 'last' in leaf) return { by: 'end', end: endOf(leaf) }
  const not = 'did_not' in leaf
  const type = 'did_not' in leaf ? leaf.did_not : leaf.event
  const times = 'event' in leaf ? leaf.at_least : 1
  const counted = countedOf({ type, where: leaf.where })
  if (leaf.within_days === undefined && counted) return { by: 'count', counted, times, not }
  const after = leaf.after ? endOf(leaf.after) : null
  const query = { type, where: leaf.where ?? {}, times, after }
  return { by: 'events', query, days: leaf.within_days ?? eventDays, zone: leaf.zone, not }
}

/** The counts that a question reads. */
export function countsOf(question: EventQuestion): Counted[] {
  if (question.by === 'count') return [question.counted]
  if (question.by === 'end') return [question.end]
  return question.query.after ? [question.query.after] : []
}

/** The types of events that a leaf is about. */
export const typesOfEvents = (leaf: EventLeaf): string[] => {
  const question = questionOf(leaf)
  const types = countsOf(question).map(({ type }) => type)
  return [...new Set(question.by === 'events' ? [question.query.type, ...types] : types)]
}

/** The facts that a leaf reads: events about one object where the leaf names it. */
export function factsOfEvents(leaf: EventLeaf): string[] {
  const question = questionOf(leaf)
  const facts = countsOf(question).map(({ type, subject }) => eventFact(type, subject))
  if (question.by !== 'events') return facts
  const { type, where } = question.query
  const named = (Object.keys(where) as PropertyName[]).find(name => properties[name].kind === 'id')
  return [...facts, eventFact(type, named ? subjectOf(named, where[named] as string) : '')]
}

/** The objects that a leaf names, each with its place. */
export const objectsOfEvents = (leaf: EventLeaf) =>
  [
    { steps: ['where'], where: leaf.where },
    { steps: ['after', 'where'], where: 'after' in leaf ? leaf.after?.where : undefined },
  ].flatMap(({ steps, where = {} }) =>
    (Object.keys(where) as PropertyName[]).flatMap(name => {
      const { prefix } = properties[name]
      return prefix ? [{ steps: [...steps, name], prefix, id: where[name] as string }] : []
    }),
  )
