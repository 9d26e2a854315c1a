// The facts that follow from others of the same person. Pure.
import { type Fact, type FactKind, fact } from './fact.ts'
import { movementsOf } from './recurring.ts'
import type { StoredFact } from './stored-fact.ts'

export const derivedKinds: readonly FactKind[] = [
  'buyer',
  'mrr_new',
  'mrr_expansion',
  'mrr_contraction',
  'mrr_churn',
  'mrr_reactivation',
  'mrr_moved',
]

/** From the first payment of each person, and what their subscriptions were worth: who is a buyer since when, and movements. */
export function derivedFacts(facts: readonly StoredFact[]): StoredFact[] {
  const first = facts
    .filter(({ kind }) => kind === 'payment')
    .map(each =>
      derivedFrom(each, { kind: 'buyer', object_id: `first ${each.object_id}`, place: each.place }),
    )
  const recurring = facts.filter(({ kind }) => kind === 'recurring')
  const owners = Map.groupBy(recurring, ({ user_id, visitor, currency }) =>
    // Nobody knows whether two of nobody are one.
    JSON.stringify([user_id ?? visitor, currency]),
  )
  return [...first, ...[...owners.values()].flatMap(movements)]
}

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
