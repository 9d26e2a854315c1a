// Test values for items of offers that sell a group.
import type { Examples, School } from '@lms/testing/examples'

const group = (school: School) => school.done('groups.create', { body: { name: 'Spring' } })

export const references: Examples = {
  'offerItems.create resource_id': async school => {
    const [{ id }, { id: resource_id }] = await Promise.all([school.make('offers.create'), group(school)])
    return { path: { id }, body: { kind: 'group', name: 'Flow', resource_id } }
  },
  'offerItems.change resource_id': async school => {
    const [{ id, offer_id }, { id: resource_id }] = await Promise.all([
      school.make('offerItems.create'),
      group(school),
    ])
    return { path: { id: offer_id, itemId: id }, body: { kind: 'group', resource_id } }
  },
}
