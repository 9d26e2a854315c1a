// Test values for requests about figures, besides their declared bodies.
import { eventually } from '@lms/testing'
import type { Examples, School } from '@lms/testing/examples'

/** Money in two currencies: a list has a cursor only before its last page. */
async function sold(school: School) {
  const before = await rowsOf('sales.list', school)
  if (before < 2)
    for (const currency of ['EUR', 'USD']) {
      const { id: offer_id } = await school.make('offers.create', { amount: 4900, currency })
      const { id } = await school.make('orders.create', { items: [{ offer_id }] })
      await school.done('orders.markPaid', { path: { id: id as string }, body: {} })
    }
  await eventually('their figures', async () => (await rowsOf('sales.list', school)) > 1)
  return {}
}

async function rowsOf(list: string, school: School): Promise<number> {
  const { data } = await school.done(list)
  return (data as unknown[]).length
}

const period = { from: '2020-01-01', to: '2035-12-31', amount: 1_000_000, currency: 'EUR' }
const channel = (source: string) => ({ source, medium: 'cpc', campaign: '', ...period })

export const examples: Examples = {
  'sales.list': sold,
  'traffic.list': async school => {
    await school.done('settings.update', {
      body: { id: 'analytics', values: { costs: [channel('news'), channel('search')] } },
    })
    return {}
  },
  'funnel.list': async school => {
    await school.make('segments.create')
    await school.make('segments.create')
    return {}
  },
  'courseAnalytics.get': async school => ({
    path: { id: (await school.make('courses.create')).id as string },
  }),
}
