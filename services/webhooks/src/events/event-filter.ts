// Filters of subscriptions by the content of events, in the syntax of list filters.
import { emailKey, type Filter, readTime } from '@lms/contract'
import { type Bound, valuesOf } from '@lms/service-host'
import { filterFor } from './declared-events.ts'
import { type Content, contentOf, isImported, type Stored } from './envelope.ts'

/** By name, with an operator: `{"status": "paid,refunded", "amount[gte]": "10000", "related.user_id": "usr_…"}`. */
export type EventFilter = Readonly<Record<string, string>>

/** The conditions of a filter, all of which must match. */
export const conditionsOf = (filter: EventFilter | null): Condition[] =>
  Object.entries(filter ?? {}).map(([parameter, text]) => new Condition(parameter, text))

/** Whether an event matches all of the conditions. An event without the field does not. */
export const matchesAll = (
  conditions: readonly EventCondition[],
  event: Stored & { type: string },
): boolean => conditions.every(condition => condition.matches(event))

/** One of the conditions by which a subscription takes an event. */
export interface EventCondition {
  matches(event: Stored & { type: string }): boolean
}

/** For subscriptions that do not ask for what comes in with imports. */
export const notImported: EventCondition = { matches: event => !isImported(event) }

type Comparable = string | number

export class Condition {
  /** `amount[gte]` */
  readonly parameter: string
  /** `amount` */
  readonly name: string
  readonly bound: Bound | null
  /** As it was sent. */
  readonly text: string
  readonly #values = new Map<Filter, ReadonlySet<Comparable>>()

  constructor(parameter: string, text: string) {
    const [, name, bound] = /^(.*?)(?:\[(gt|gte|lt|lte)\])?$/s.exec(parameter)!
    this.parameter = parameter
    this.name = name!
    this.bound = (bound as Bound | undefined) ?? null
    this.text = text
  }

  /** One matching value is enough. */
  matches(event: Stored & { type: string }): boolean {
    const filter = filterFor(event.type, this.name)
    if (!filter) return false
    const fieldValues = foundIn(contentOf(event), this.name, filter)
    const values = this.#valuesFor(filter)
    if (fieldValues.values.size === 0) return false
    const [bound] = values
    switch (this.bound) {
      case 'gt':
        return fieldValues.most > bound!
      case 'gte':
        return fieldValues.most >= bound!
      case 'lt':
        return fieldValues.least < bound!
      case 'lte':
        return fieldValues.least <= bound!
      default:
        return overlap(values, fieldValues.values)
    }
  }

  #valuesFor(filter: Filter): ReadonlySet<Comparable> {
    let values = this.#values.get(filter)
    if (!values) {
      values = new Set(valuesOf([this.text], filter).map(value => comparable(value, filter)))
      this.#values.set(filter, values)
    }
    return values
  }
}

/** Walks the smaller one. */
function overlap(one: ReadonlySet<Comparable>, other: ReadonlySet<Comparable>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  for (const value of few) if (many.has(value)) return true
  return false
}

/** Times in one form, which sorts by time; numbers as numbers; e-mails in the form in which lists compare them. */
function comparable(value: string, { kind }: Filter): Comparable {
  if (kind === 'email') return emailKey(value)
  if (kind === 'time') return readTime(value) ?? value
  return kind === 'integer' ? Number(value) : value
}

/** The values of a field, through lists too. */
interface FieldValues {
  values: ReadonlySet<Comparable>
  least: Comparable
  most: Comparable
}

/** Cached with the event, so that its cost does not rise with the number of subscriptions. */
const cache = new WeakMap<Content, Map<string, FieldValues>>()

function foundIn(content: Content, name: string, filter: Filter): FieldValues {
  const cached = cache.get(content) ?? new Map<string, FieldValues>()
  if (cached.size === 0) cache.set(content, cached)
  const before = cached.get(name)
  if (before) return before
  const path = name.split('.')
  const from = path[0] === 'related' ? content : content.data.object
  const there = valuesAt(from, path).filter(value => value !== null && value !== undefined)
  const values = new Set(there.map(value => comparable(String(value), filter)))
  const sorted = [...values].sort((one, other) => (one < other ? -1 : 1))
  const one = { values, least: sorted[0] ?? '', most: sorted.at(-1) ?? '' }
  cached.set(name, one)
  return one
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap(item => valuesAt(item, path))
  const [name, ...rest] = path
  if (name === undefined) return [value]
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return []
  return valuesAt((value as Record<string, unknown>)[name], rest)
}
