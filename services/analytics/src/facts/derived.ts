// The facts that follow from others of the same person. Pure.
import { type Fact, type FactKind, fact } from './fact.ts'
import { movementsOf } from './recurring.ts'
import type { StoredFact } from './stored-fact.ts'

/** What the first fact of a kind of each person makes them. */
const firsts = {
  payment: 'buyer',
  touch: 'first_touch',
  form: 'first_form',
  order: 'first_order',
  lesson_started: 'first_lesson',
} as const satisfies Partial<Record<FactKind, FactKind>>
/** Kinds of which the first fact of each person is needed; of visits also the last one. */
export const firstKinds = Object.keys(firsts) as (keyof typeof firsts)[]

export const derivedKinds: readonly FactKind[] = [
  ...Object.values(firsts),
  'last_touch',
  'mrr_new',
  'mrr_expansion',
  'mrr_contraction',
  'mrr_churn',
  'mrr_reactivation',
  'mrr_moved',
]

/**
 * From what each person did first, their last visit, and what their subscriptions were worth: who came, ordered and paid since
 * when, and movements. Of kinds that have a first one, `facts` are those of one person's first object, of visits also of the last.
 */
export function derivedFacts(facts: readonly StoredFact[]): StoredFact[] {
  const recurring = facts.filter(({ kind }) => kind === 'recurring')
  const owners = Map.groupBy(recurring, ({ user_id, visitor, currency }) =>
    // Nobody knows whether two of nobody are one.
    JSON.stringify([user_id ?? visitor, currency]),
  )
  return [...firstFacts(facts), ...[...owners.values()].flatMap(movements)]
}

function firstFacts(facts: readonly StoredFact[]): StoredFact[] {
  const people = Map.groupBy(facts, ({ user_id, visitor }) => user_id ?? visitor)
  return [...people.values()].flatMap(own =>
    firstKinds.flatMap(kind => {
      const sorted = own.filter(each => each.kind === kind).sort(inTime)
      const [first, last] = [sorted.at(0), sorted.at(-1)]
      if (!first || !last) return []
      const parts = sorted.filter(({ object_id }) => object_id === first.object_id)
      const firstSteps = parts.map(each => factNamed(each, firsts[kind], 'first'))
      return kind === 'touch' ? [...firstSteps, factNamed(last, 'last_touch', 'last')] : firstSteps
    }),
  )
}

const factNamed = (each: StoredFact, kind: FactKind, which: 'first' | 'last') =>
  derivedFrom(each, { kind, object_id: `${which} ${each.object_id}`, place: each.place })

/** As the database sorts them: at the same time by the bytes of the id. */
const inTime = (one: StoredFact, other: StoredFact) =>
  Date.parse(one.at) - Date.parse(other.at) || (one.object_id < other.object_id ? -1 : 1)

function movements(changes: readonly StoredFact[]): StoredFact[] {
  const factOf = new Map(changes.map(each => [`${each.object_id} ${each.place}`, each]))
  const worths = changes.map(each => ({ ...each, subscription_id: each.object_id }))
  return movementsOf(worths).map(({ subscription_id, place, kind, amount, offer_id }) => {
    const object_id = `${subscription_id} ${place}`
    const change = factOf.get(object_id)!
    const own = kind === 'mrr_moved' ? offer_id : ''
    return derivedFrom({ ...change, offer_id }, { kind, object_id, place: own, amount, first: true })
  })
}

/** A fact with the dimensions and the person of another one; its stamps follow. */
function derivedFrom(
  { at, user_id, visitor, first, currency, offer_id, method, partner_id, promo_code_id, country }: StoredFact,
  fields: Pick<StoredFact, 'kind' | 'object_id' | 'place'> & Partial<Fact>,
): StoredFact {
  const same = { at, user_id, visitor, first, currency, offer_id, method, partner_id, promo_code_id, country }
  return { ...fact({ ...same, ...fields }), object_id: fields.object_id }
}
