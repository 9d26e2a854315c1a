// Test values for requests about receipts, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'
import { refusedCents } from '../providers/sandbox/sandbox.ts'

/** The receipt of a paid order. */
async function receipt(school: School, offer: object = {}): Promise<{ id: string }> {
  const { id: offer_id } = await school.make('offers.create', offer)
  const [{ id }] = await Promise.all([
    school.make('orders.create', { items: [{ offer_id }] }),
    school.done('settings.update', {
      body: { id: 'commerce', values: { receipts: { enabled: true, seller: { name: 'School' } } } },
    }),
  ])
  await school.done('orders.markPaid', { path: { id } })
  const { data } = await school.done('receipts.list', { query: `?order_id=${id}` })
  return data[0]
}

/** A receipt that the fiscal service of the test provider refuses, or is about to: it can be sent again at any time. */
async function refused(school: School): Promise<{ id: string }> {
  await school.done('paymentProviders.create', { body: { kind: 'test', name: 'Fiscal service' } })
  return receipt(school, { amount: 1000 + refusedCents })
}

export const examples: Examples = {
  'receipts.create': async school => ({ body: { original_id: (await receipt(school)).id } }),
  'receipts.retry': async school => ({ path: { id: (await refused(school)).id } }),
}
