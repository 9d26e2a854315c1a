// Test values for requests about receipts, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

/** The receipt of a paid order. */
async function receipt(school: School): Promise<{ id: string }> {
  const [{ id }] = await Promise.all([
    school.make('orders.create'),
    school.done('settings.change', {
      body: { id: 'commerce', values: { receipts: { enabled: true, seller: { name: 'School' } } } },
    }),
  ])
  await school.done('orders.markPaid', { path: { id } })
  const { data } = await school.done('receipts.list', { query: `?order_id=${id}` })
  return data[0]
}

export const examples: Examples = {
  'receipts.create': async school => ({ body: { original_id: (await receipt(school)).id } }),
}
