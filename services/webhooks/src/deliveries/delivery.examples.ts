// Test values for requests about deliveries, besides their declared bodies.
import { eventually } from '@lms/testing'
import type { Examples, School } from '@lms/testing/examples'

/** A delivery to an address without a listener. */
async function delivery(school: School): Promise<{ id: string }> {
  const { id } = await school.make('webhooks.create', { events: ['user.created'] })
  await school.make('users.create')
  return eventually('the delivery of a new person', async () => {
    const { data } = await school.done('deliveries.list', { query: `?webhook_id=${id}` })
    return data[0]
  })
}

export const examples: Examples = {
  'deliveries.retry': async school => ({ body: { delivery_ids: [(await delivery(school)).id] } }),
}

export const references: Examples = {
  'deliveries.retry webhook_id': async school => ({
    body: {
      webhook_id: (await school.make('webhooks.create')).id,
      failed_since: '2026-01-01T00:00:00Z',
    },
  }),
}
