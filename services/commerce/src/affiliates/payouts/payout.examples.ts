// Test values for requests about payouts, besides their declared bodies.
import { type Examples, type School, unique } from '@lms/testing/examples'

/** A partner to whom the share of an old payment is available. */
async function earned(school: School) {
  const [partner, order] = await Promise.all([school.make('partners.create'), orderBody(school)])
  const { id } = await school.done('orders.create', { body: { ...order, partner_code: partner.code } })
  await school.done('orders.markPaid', { path: { id }, body: { paid_at: '2020-01-01T00:00:00Z' } })
  return { partner_id: partner.id as string, currency: 'EUR', reference: unique() }
}

async function orderBody(school: School) {
  const [person, offer] = await Promise.all([
    school.make('users.create'),
    school.make('offers.create', { currency: 'EUR' }),
  ])
  return { user_id: person.id, items: [{ offer_id: offer.id }] }
}

export const examples: Examples = {
  'partnerPayouts.create': async school => {
    await school.done('partnerPayouts.create', { body: await earned(school) })
    return { body: await earned(school) }
  },
}
