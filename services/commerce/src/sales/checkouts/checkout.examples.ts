// Test values for requests about checkouts, besides their declared bodies.
import { type Examples, type School, unique } from '@lms/testing/examples'

/** The contact of nobody else. */
const email = () => `${unique()}@school.example`

async function basket(school: School) {
  const [person, offer] = await Promise.all([school.make('users.create'), school.make('offers.create')])
  return { user_id: person.id, items: [{ offer_id: offer.id }], email: email() }
}

/** An offer with a price of its own. */
async function variant(school: School) {
  const { id: price_id, offer_id } = await school.make('prices.create')
  return [{ offer_id, price_id }]
}

export const examples: Examples = {
  'checkouts.create': async school => ({ body: await basket(school) }),
  'checkouts.update': async school => {
    const [{ id }, { items }] = await Promise.all([school.make('checkouts.create'), basket(school)])
    return { path: { id }, body: { items, email: email() } }
  },
}

export const references: Examples = {
  'checkouts.create items.[].price_id': async school => ({
    body: { ...(await basket(school)), items: await variant(school) },
  }),
  'checkouts.update items.[].price_id': async school => ({
    path: { id: (await school.make('checkouts.create')).id },
    body: { items: await variant(school) },
  }),
}
