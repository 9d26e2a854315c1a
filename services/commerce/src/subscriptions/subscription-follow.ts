// Has the users service freeze, run or end what a subscription gives. The call tells the present state, so of several
// changes the last one counts, and a repeated call changes nothing. Ends need no call to be safe: each access has the end
// of its paid period and the grace from the beginning.
import type { Id } from '@lms/contract'
import { subscriptionAccesses } from '@lms/users/contract'
import { builder } from '../builder.ts'
import type { OrderItem } from '../objects/order.object.ts'
import { settingsOf } from './settings.ts'
import { accessOf } from './subscription.rules.ts'
import { followSubscription } from './subscription.task.ts'

const states = { paused: 'frozen', canceled: 'ended' } as const

export const followSubscriptions = builder.externalCall(followSubscription, {
  prepare: async ({ payload }, stores) => {
    const [subscription, settings] = await Promise.all([
      stores.subscriptions.get(payload.subscription_id),
      settingsOf(stores),
    ])
    const { id, user_id, order_id, status, paused_at, canceled_at, period_ends_at, updated_at } = subscription
    if (order_id === null) return null
    const { items } = await stores.orders.get(order_id)
    return {
      subscription_id: id,
      user_id,
      order_id,
      group_ids: groupsOf(items.filter(item => item.subscription_id === id)),
      state: states[status as keyof typeof states] ?? ('running' as const),
      at: paused_at ?? canceled_at ?? updated_at,
      access_expires_at: accessOf({ ends_at: period_ends_at }, settings),
    }
  },
  call: async (body, { school, requestId, runtime }) => {
    if (!body) return { followed: true }
    const users = runtime.client('users', { subscriptionAccesses }, { school, requestId })
    return users.subscriptionAccesses.follow({ body })
  },
  finish: async ({ outcome }) => {
    // The payment of the order is still on its way there.
    if (!outcome.followed) throw new Error('The users service does not know the order yet.')
  },
})

const groupsOf = (items: readonly OrderItem[]): Id<'grp'>[] => {
  const groupIds = items.flatMap(({ contents }) =>
    contents.flatMap(({ kind, resource_id }) => (kind === 'group' ? resource_id : [])),
  )
  return [...new Set(groupIds.filter(id => id !== null))] as Id<'grp'>[]
}
