// What the agent may do with each operation, for a reader: a new operation that gives rights, shows secrets or leaves the
// school must not slip in as one that the agent reads or merely proposes.
import { hasPermission } from '@lms/contract'
import { catalog } from './catalog.ts'

const { tools } = await catalog()
const of = (use: string) => tools.filter(tool => tool.use === use)

test('nothing about keys, sessions, login methods or the agent itself is within its reach', () => {
  const rights = /\/(?:api-keys|sessions|identities|auth|agent)(?:\/|$)/
  const reached = tools.filter(({ operation, use }) => rights.test(operation.path) && use !== 'never')
  expect(reached.map(({ name }) => name)).toEqual([])
  expect(of('never').filter(({ operation }) => rights.test(operation.path)).length).toBeGreaterThan(15)
})

test('nothing with a secret in its answer is', () => {
  const secret = tools.filter(({ operation, use }) => operation.secretAnswer && use !== 'never')
  expect(secret.map(({ name }) => name)).toEqual([])
})

test('nor is what takes secrets', () => {
  for (const name of [
    'settings.change',
    'paymentProviders.create',
    'paymentProviders.change',
    'webhooks.create',
  ])
    expect([name, tools.find(tool => tool.name === name)?.use]).toEqual([name, 'never'])
})

test('it reads by reads alone, for which a credential that only reads is enough', () => {
  const wrong = of('read').filter(
    ({ operation: { method, permission } }) =>
      method !== 'GET' || (permission !== null && !hasPermission([['*:read']], permission)),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('what leaves the school is marked', () => {
  const names = of('outward').map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'messages.create',
      'exports.create',
      'paymentRefunds.refund',
      'events.replay',
      'events.replayMany',
      'webhooks.test',
      'deliveries.retry',
      'subscriptions.create',
      'subscriptions.retry',
    ]),
  )
})
