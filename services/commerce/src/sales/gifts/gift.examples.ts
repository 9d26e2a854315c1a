// Test values for requests about gifts, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

const offer = async (school: School) => (await school.make('offers.create')).id
const person = async (school: School) => (await school.make('users.create')).id

/** A new gift of an offer, for somebody. */
async function gift(school: School) {
  const [offer_id, user_id] = await Promise.all([offer(school), person(school)])
  const { code } = await school.done('gifts.create', { body: { kind: 'offer', offer_id } })
  return { code, user_id }
}

/** A certificate, and an order of somebody. */
async function certificate(school: School) {
  const [order, { code }] = await Promise.all([school.make('orders.create'), school.make('gifts.create')])
  return { code, user_id: order.user_id, order_id: order.id }
}

export const examples: Examples = {
  'gifts.create': async school => ({ body: { user_id: await person(school) } }),
  'gifts.redeem': async school => ({ body: await gift(school) }),
}

export const references: Examples = {
  'gifts.create offer_id': async school => ({ body: { kind: 'offer', offer_id: await offer(school) } }),
  'gifts.redeem order_id': async school => ({ body: await certificate(school) }),
}
