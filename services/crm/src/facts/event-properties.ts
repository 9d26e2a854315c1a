// What rules ask of events besides their type: what an event was about, how much, with which result. Which events have a
// property follows from their declarations. Pure.
import { type Envelope, type EventType, hasPath, type Prefix, valuesAt } from '@lms/contract'

/** A property: what its values are, and where they stand in the object of an event; `related` names the ids by itself. */
interface Property {
  readonly kind: 'id' | 'number' | 'text' | 'boolean'
  readonly prefix: Prefix | null
  readonly paths: readonly string[]
}

const ofId = (prefix: Prefix, ...paths: string[]): Property => ({ kind: 'id', prefix, paths })
const of = (kind: Exclude<Property['kind'], 'id'>, ...paths: string[]): Property => ({
  kind,
  prefix: null,
  paths,
})

/** By the name that a rule gives. */
export const properties = {
  offer_id: ofId('off', 'items[].offer_id', 'offer_id'),
  course_id: ofId('crs'),
  lesson_id: ofId('les'),
  group_id: ofId('grp'),
  tag_id: ofId('tag'),
  form_id: ofId('frm'),
  webinar_id: ofId('wbn'),
  assignment_id: ofId('asg'),
  quiz_id: ofId('quz'),
  mailing_id: ofId('mlg'),
  campaign_id: ofId('cmp'),
  amount: of('number', 'amount'),
  percent: of('number', 'result.percent'),
  score: of('number', 'score', 'result.score'),
  rating: of('number', 'rating'),
  days_late: of('number', 'days_late'),
  live_seconds: of('number', 'live_seconds'),
  recording_percent: of('number', 'recording_percent'),
  currency: of('text', 'currency'),
  topic: of('text', 'topic'),
  transport: of('text', 'transport'),
  passed: of('boolean', 'result.passed'),
} as const satisfies Record<string, Property>
export type PropertyName = keyof typeof properties
export const propertyNames = Object.keys(properties) as PropertyName[]

/** The properties of one event. Ids are lists: an order has the ids of all its offers. */
export type Properties = Readonly<
  Partial<Record<PropertyName, string | number | boolean | readonly string[]>>
>

/** The properties that events of this type can have. */
export const propertiesOfType = ({
  object,
  related,
}: Pick<EventType, 'object' | 'related'>): PropertyName[] =>
  propertyNames.filter(name => {
    const { kind, paths }: Property = properties[name]
    return (
      (kind === 'id' && (related as readonly string[]).includes(name)) ||
      paths.some(path => hasPath(object, path))
    )
  })

/** Maximum ids of one property. */
const maxIds = 50
/** Longer texts are no keys. */
const longestKey = 100

/** Where the values of all properties stand in the objects of events. */
export const propertyPaths = propertyNames.flatMap(name => properties[name].paths)

/** The ids that an event names, and the values in its object, by path. */
export interface EventValues {
  readonly related: Readonly<Record<string, string>>
  readonly at: (path: string) => readonly unknown[]
}

export const valuesOfEvent = ({ data, related }: Pick<Envelope, 'data' | 'related'>): EventValues => ({
  related,
  at: path => valuesAt(data.object, path, maxIds),
})

/** What is kept of an event. */
export function propertiesOf(event: EventValues): Properties {
  const entries = propertyNames.flatMap(name => {
    const value = readValue(name, event)
    return value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

function readValue(name: PropertyName, { related, at }: EventValues): Properties[PropertyName] | null {
  const { kind, paths }: Property = properties[name]
  const values = paths.flatMap(at)
  if (kind === 'number' || kind === 'boolean')
    return (values.find(value => typeof value === kind) as number | boolean | undefined) ?? null
  const ids = kind === 'id' && related[name] ? [related[name]] : []
  const texts = [...ids, ...values].filter(
    value => typeof value === 'string' && value.length <= longestKey,
  ) as string[]
  if (kind === 'text') return texts[0] ?? null
  return texts.length ? [...new Set(texts)].slice(0, maxIds) : null
}

/** What an event was about, each as one key: `offer_id=off_…`. How often it happened is counted for each of them. */
export const subjectsOf = (event: Properties): string[] =>
  propertyNames.flatMap(name => {
    const ids = event[name]
    return Array.isArray(ids) ? ids.map(id => subjectOf(name, id)) : []
  })

export const subjectOf = (name: PropertyName, id: string): string => `${name}=${id}`
