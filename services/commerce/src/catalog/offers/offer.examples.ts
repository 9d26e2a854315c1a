// Test values for offers with a picture, and for items of offers that sell a group.
import { type Examples, readyFile, type School } from '@lms/testing/examples'

const group = (school: School) => school.done('groups.create', { body: { name: 'Spring' } })

const picture = async (school: School) => ({ image_file_id: (await readyFile(school)).id })

export const references: Examples = {
  'offers.create image_file_id': async school => ({
    body: { name: 'Course', amount: 4900, currency: 'EUR', ...(await picture(school)) },
  }),
  'offers.update image_file_id': async school => {
    const [{ id }, body] = await Promise.all([school.make('offers.create'), picture(school)])
    return { path: { id }, body }
  },
  'offerItems.create resource_id': async school => {
    const [{ id }, { id: resource_id }] = await Promise.all([school.make('offers.create'), group(school)])
    return { path: { id }, body: { kind: 'group', name: 'Flow', resource_id } }
  },
  'offerItems.update resource_id': async school => {
    const [{ id, offer_id }, { id: resource_id }] = await Promise.all([
      school.make('offerItems.create'),
      group(school),
    ])
    return { path: { id: offer_id, itemId: id }, body: { kind: 'group', resource_id } }
  },
}
