// Test values for requests about subscriptions, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

const interval = { unit: 'month', count: 1 }

async function monthly(school: School, fields: object = {}) {
  const { id } = await school.make('offers.create')
  const body = { name: 'Monthly', amount: 4900, currency: 'EUR', interval, ...fields }
  return school.done('prices.create', { path: { id }, body })
}
const started = async (school: School, fields: object = {}) =>
  (await school.make('subscriptions.create', fields)).id as string

export const examples: Examples = {
  'subscriptions.create': async school => {
    const [{ id: user_id }, { id: price_id }] = await Promise.all([
      school.make('users.create'),
      monthly(school),
    ])
    return { body: { user_id, price_id, trial_days: 14 } }
  },
  'subscriptions.resume': async school => {
    const id = await started(school)
    await school.done('subscriptions.pause', { path: { id }, body: {} })
    return { path: { id } }
  },
  'subscriptions.retry': async school => ({ path: { id: await started(school, { trial_days: 0 }) } }),
}

export const references: Examples = {
  'subscriptions.update price_id': async school => ({
    path: { id: await started(school) },
    body: { price_id: (await monthly(school, { amount: 9900 })).id },
  }),
}
