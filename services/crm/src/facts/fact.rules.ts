// What is true of a person, as facts. Pure: no clock, database or request.
import type { UserFacts } from '@lms/users/contract'

/** `address`: where a person is reached besides their fields. `objection`: what they do not want, or must not get. */
export const factKinds = [
  'field',
  'tag',
  'group',
  'consent',
  'access',
  'spent',
  'address',
  'objection',
] as const
export type FactKind = (typeof factKinds)[number]

/** One value of a fact. `place` tells the values of one field apart. */
export interface Fact {
  readonly kind: FactKind
  readonly key: string
  readonly place: number
  readonly text: string | null
  /** Of a custom field in thousandths, of money in the minor unit. */
  readonly number: number | null
  readonly at: string | null
}

/** Texts are kept folded and to this length, so that an index can have them; rules name no longer ones. */
export const longestText = 300
/** The form in which texts are compared: in lower case, Unicode composed. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** A longer text equals no text of a rule. */
const cut = (text: string) => folded(text).slice(0, longestText + 1)

const greatest = 9e12
/** A number of a custom field in thousandths, as rules compare it. */
export const thousandths = (number: number): number =>
  Math.round(Math.max(-greatest, Math.min(greatest, number)) * 1000)

const empty = { place: 0, text: null, number: null, at: null }
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const plainFields = [
  'email',
  'phone',
  'first_name',
  'last_name',
  'role',
  'locale',
  'time_zone',
  'status',
] as const
/** The fields of every person that rules read, besides `custom.<name>`. */
export const personFields = [...plainFields, 'created_at'] as const

/** The facts of users about a person. */
export function factsOfUser(user: UserFacts): Fact[] {
  const plain = plainFields.flatMap(key => {
    const text = user[key]
    return text ? [{ ...empty, kind: 'field' as const, key, text: cut(text) }] : []
  })
  const having = (kind: FactKind, keys: readonly string[]) => keys.map(key => ({ ...empty, kind, key }))
  return [
    ...plain,
    { ...empty, kind: 'field', key: 'created_at', at: user.created_at },
    ...Object.entries(user.custom_fields).flatMap(([name, value]) => customFacts(name, value)),
    ...having('tag', user.tag_ids),
    ...having('group', user.group_ids),
    ...having('consent', user.consents),
    ...accessFacts(user.accesses),
    ...(user.messenger === null
      ? []
      : [{ ...empty, kind: 'address' as const, key: 'telegram', text: cut(user.messenger) }]),
  ]
}

/** The facts of an own field; none where it has no value. */
export function customFacts(name: string, value: UserFacts['custom_fields'][string]): Fact[] {
  const fact = { ...empty, kind: 'field' as const, key: `custom.${name}` }
  if (typeof value === 'number') return [{ ...fact, number: thousandths(value) }]
  if (typeof value === 'boolean') return [{ ...fact, text: String(value) }]
  if (typeof value === 'string')
    return [{ ...fact, text: cut(value), at: isDay(value) ? `${value}T00:00:00.000+00:00` : null }]
  return (value ?? []).map((text, place) => ({ ...fact, place, text: cut(text) }))
}

/** One fact for each course, with the latest end; null for never. */
function accessFacts(accesses: UserFacts['accesses']): Fact[] {
  const byCourse = Map.groupBy(accesses, ({ course_id }) => course_id)
  return [...byCourse].map(([key, all]) => {
    const ends = all.map(({ expires_at }) => expires_at)
    const at = ends.includes(null)
      ? null
      : ends.sort((one, other) => Date.parse(one!) - Date.parse(other!)).at(-1)!
    return { ...empty, kind: 'access', key, at }
  })
}

/** The facts of commerce about a person. */
export const factsOfSpending = (sums: readonly { currency: string; amount: number }[]): Fact[] =>
  sums.map(({ currency, amount }) => ({ ...empty, kind: 'spent', key: currency, number: amount }))

/** Days for which events about people are kept: no window of a rule is longer. */
export const eventDays = 400

/** The name of the fact that a person is in the school. */
export const hereFact = 'here'
/** The name of the fact that events of a type were about a person; with a subject only those about it. */
export const eventFact = (type: string, subject = '') => `event:${type}${subject && ` ${subject}`}`

/** What rules call a fact. */
export const nameOf = ({ kind, key }: Pick<Fact, 'kind' | 'key'>): string => `${kind}:${key}`

const placeOf = ({ kind, key, place }: Fact) => `${kind}:${key} ${place}`
const contentOf = ({ text, number, at }: Fact) => JSON.stringify([text, number, at && Date.parse(at)])

/** The difference between the facts that are kept and those that are true. */
export function difference(stored: readonly Fact[], now: readonly Fact[]): { put: Fact[]; drop: Fact[] } {
  const [before, after] = [new Map(stored.map(fact => [placeOf(fact), fact])), new Set(now.map(placeOf))]
  return {
    put: now.filter(fact => {
      const previous = before.get(placeOf(fact))
      return !previous || contentOf(previous) !== contentOf(fact)
    }),
    drop: stored.filter(fact => !after.has(placeOf(fact))),
  }
}
