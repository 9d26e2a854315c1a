// What becomes of a checkout that nobody confirms. A change moves the times: the task looks at the checkout when it is
// due, and waits on if somebody has changed it meanwhile.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { builder } from '../../builder.ts'
import { fateOf } from './checkout.rules.ts'
import type { CheckoutRow } from './checkout.store.ts'
import { followCheckout } from './checkout.task.ts'

export const followCheckoutTask = builder.task(followCheckout, async ({ payload, ...ctx }, stores) => {
  const { checkouts } = stores
  const [present, { checkouts: terms }] = await Promise.all([
    checkouts.find(payload.checkout_id),
    stores.settings.get(),
  ])
  const fate = present && fateOf(present, terms)
  if (!fate) return
  if (fate.at > ctx.work.origin.now) return { state: {}, at: fate.at }
  // Asked before the lock, so that nothing waits for the users service.
  const user_id = fate.what === 'abandon' ? await personOf(present, ctx) : null
  const checkout = await checkouts.lock(present.id)
  if (checkout.version !== present.version) return { state: {} }
  if (fate.what === 'delete') return checkouts.remove(checkout)
  if (user_id) stores.people.lockShared(user_id)
  const matched = checkout.user_id === null && user_id !== null ? true : checkout.matched
  checkouts.move(checkout, 'abandon', { abandoned_at: ctx.now, user_id, matched })
  return { state: {} }
})

/** The person of the contact, for those who recover the basket. Nobody is created before there is an order. */
async function personOf(
  { user_id, email, phone }: CheckoutRow,
  { work, runtime }: Work,
): Promise<Id<'usr'> | null> {
  if (user_id) return user_id
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { matches } = await runtime
    .client('users', { people }, scope)
    .people.match({ body: { contacts: [{ email, phone }] } })
  return matches[0]!.user_id
}
