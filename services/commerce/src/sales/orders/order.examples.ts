// Test values for requests about orders, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

/** An offer with a price of its own. */
async function variant(school: School) {
  const { id: price_id, offer_id } = await school.make('prices.create')
  return { offer_id, price_id }
}

async function orderItem(school: School) {
  const [{ id }, { id: offer_id }] = await Promise.all([
    school.make('orders.create'),
    school.make('offers.create'),
  ])
  const { items } = await school.done('orderItems.add', { path: { id }, body: { offer_id } })
  return { id: id as string, itemId: items.at(-1).id as string }
}

/** An order in two parts. */
async function inParts(school: School) {
  const { id, amount } = await school.make('orders.create')
  const instalments = [
    { due_at: '2100-01-01T00:00:00Z', amount: amount - 1 },
    { due_at: '2100-02-01T00:00:00Z', amount: 1 },
  ]
  await school.done('orderInstalments.replace', { path: { id }, body: { instalments } })
  return { id: id as string }
}

export const examples: Examples = {
  'orders.create': async school => {
    const [{ id: user_id }, { id: offer_id }] = await Promise.all([
      school.make('users.create'),
      school.make('offers.create'),
    ])
    return { body: { user_id, items: [{ offer_id }] } }
  },
  'orders.preview': async school => ({
    body: { items: [{ offer_id: (await school.make('offers.create')).id }] },
  }),
  'orderItems.add': async school => ({
    path: { id: (await school.make('orders.create')).id },
    body: { offer_id: (await school.make('offers.create')).id },
  }),
  'orderItems.update': async school => ({ path: await orderItem(school) }),
  'orderInstalments.list': async school => ({ path: await inParts(school) }),
  'orderItems.delete': async school => ({ path: await orderItem(school) }),
}

export const references: Examples = {
  'orders.create items.[].price_id': async school => {
    const [{ id: user_id }, item] = await Promise.all([school.make('users.create'), variant(school)])
    return { body: { user_id, items: [item] } }
  },
  'orders.preview items.[].price_id': async school => ({ body: { items: [await variant(school)] } }),
  'orders.preview user_id': async school => {
    const [{ id: user_id }, { id: offer_id }] = await Promise.all([
      school.make('users.create'),
      school.make('offers.create'),
    ])
    return { body: { user_id, items: [{ offer_id }] } }
  },
  'orderItems.add price_id': async school => ({
    path: { id: (await school.make('orders.create')).id },
    body: await variant(school),
  }),
}
