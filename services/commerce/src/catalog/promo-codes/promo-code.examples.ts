// Test values for requests about promo codes, besides their declared bodies.
import { type Examples, type School, unique } from '@lms/testing/examples'

/** The ids of the offers and groups of a code. */
async function meant(school: School) {
  const [offer, group] = await Promise.all([
    school.make('offers.create'),
    school.done('groups.create', { body: { name: 'Spring' } }),
  ])
  return { offer_ids: [offer.id], group_ids: [group.id] }
}
async function gift(school: School) {
  return { kind: 'gift', percent: null, gift_offer_id: (await school.make('offers.create')).id }
}

/** The body of a batch of codes. */
const batch = { count: 3, kind: 'percent', percent: 20 }

/** A basket of one item, for a code that works there. */
async function basket(school: School) {
  const [offer, { code }] = await Promise.all([
    school.make('offers.create'),
    school.make('promoCodes.create', { code: unique(), offer_ids: [], group_ids: [] }),
  ])
  return { items: [{ offer_id: offer.id }], promo_code: code }
}
const person = async (school: School) => (await school.make('users.create')).id

export const examples: Examples = {
  'promoCodeChecks.check': async school => ({ body: await basket(school) }),
  'promoCodes.create': async school => ({ body: { code: unique(), ...(await meant(school)) } }),
  'promoCodes.update': async school => ({
    path: { id: (await school.make('promoCodes.create')).id },
    body: await meant(school),
  }),
  'promoCodes.generate': async school => ({ body: { ...batch, ...(await meant(school)) } }),
}

export const references: Examples = {
  'promoCodeChecks.check user_id': async school => ({
    body: { ...(await basket(school)), user_id: await person(school) },
  }),
  'promoCodeChecks.check items.[].price_id': async school => {
    const [{ id: price_id, offer_id }, { promo_code }] = await Promise.all([
      school.make('prices.create'),
      basket(school),
    ])
    return { body: { items: [{ offer_id, price_id }], promo_code } }
  },
  'promoCodes.generate gift_offer_id': async school => ({ body: { ...batch, ...(await gift(school)) } }),
  'promoCodes.create gift_offer_id': async school => ({ body: { code: unique(), ...(await gift(school)) } }),
  'promoCodes.update gift_offer_id': async school => ({
    path: { id: (await school.make('promoCodes.create', await gift(school))).id },
    body: { gift_offer_id: (await school.make('offers.create')).id },
  }),
}
