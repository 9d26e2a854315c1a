// Test values for requests about orders, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

async function orderItem(school: School) {
  const [{ id }, { id: offer_id }] = await Promise.all([
    school.make('orders.create'),
    school.make('offers.create'),
  ])
  const { items } = await school.done('orderItems.add', { path: { id }, body: { offer_id } })
  return { id: id as string, itemId: items.at(-1).id as string }
}

export const examples: Examples = {
  'orders.create': async school => {
    const [{ id: user_id }, { id: offer_id }] = await Promise.all([
      school.make('users.create'),
      school.make('offers.create'),
    ])
    return { body: { user_id, items: [{ offer_id }] } }
  },
  'orderItems.add': async school => ({
    path: { id: (await school.make('orders.create')).id },
    body: { offer_id: (await school.make('offers.create')).id },
  }),
  'orderItems.change': async school => ({ path: await orderItem(school) }),
  'orderItems.remove': async school => ({ path: await orderItem(school) }),
}
