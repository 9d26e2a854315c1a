// Who has what a rule begins to name already. A change that is heard while the question is on its way is newer than its
// answer, which takes the place of nothing.
import { offerOrders } from '@lms/commerce/contract'
import { type Id, isId } from '@lms/contract'
import type { Outside } from '@lms/service-host'
import { tagPeople } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { findHolders } from '../openings/find-holders.task.ts'
import type { Holding } from './holding.store.ts'

interface Question {
  object_id: Id<'tag'> | Id<'off'>
  after: Id<'usr'> | Id<'ord'> | null
}
interface Found {
  holdings: Omit<Holding, 'changed_at'>[]
  next: Id<'usr'> | Id<'ord'> | null
}

export const findHoldersCall = builder.externalCall(findHolders, {
  prepare: async ({ payload, state }): Promise<Question> => ({ ...payload, after: state?.after ?? null }),
  call: ask,
  finish: async ({ outcome, now }, { holdings }) => {
    if (outcome.holdings.length) holdings.find(outcome.holdings.map(each => ({ ...each, changed_at: now })))
    return outcome.next ? { state: { after: outcome.next } } : undefined
  },
})

async function ask({ object_id, after }: Question, { runtime, school, requestId }: Outside): Promise<Found> {
  const scope = { school, requestId }
  if (isId('tag', object_id)) {
    if (!runtime.config.siblings.users) return { holdings: [], next: null }
    const body = { tag_id: object_id, after: after as Id<'usr'> | null }
    const { people, next } = await runtime.sibling('users', { tagPeople }, scope).tagPeople.list({ body })
    const holdings = people.map(({ user_id, added_at }) => ({
      ...{ user_id, object_id, source_id: '' as const },
      since: added_at,
    }))
    return { holdings, next }
  }
  if (!runtime.config.siblings.commerce) return { holdings: [], next: null }
  const body = { offer_id: object_id as Id<'off'>, after: after as Id<'ord'> | null }
  const { orders, next } = await runtime
    .sibling('commerce', { offerOrders }, scope)
    .offerOrders.list({ body })
  const holdings = orders.map(({ order_id, user_id, paid_at }) => ({
    ...{ user_id, object_id, source_id: order_id },
    since: paid_at,
  }))
  return { holdings, next }
}
