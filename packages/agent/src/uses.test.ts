// What the agent may do with each operation, for a reader: a new operation that gives rights, shows secrets or leaves the
// school must not slip in as one that the agent reads or merely proposes.
import { hasPermission } from '@lms/contract'
import { catalog } from './catalog.ts'
import { proposable } from './proposal.ts'
import { Toolbox } from './toolbox.ts'
import { typedTools } from './typed-tools.ts'

const all = await catalog()
const { tools } = all
const of = (use: string) => tools.filter(tool => tool.use === use)

test('nothing about keys, sessions, login methods or the agent itself is within its reach', () => {
  const rights = /\/(?:api-keys|sessions|identities|auth|agent)(?:\/|$)/
  const reached = tools.filter(({ operation, use }) => rights.test(operation.path) && use !== 'never')
  expect(reached.map(({ name }) => name)).toEqual([])
  expect(of('never').filter(({ operation }) => rights.test(operation.path)).length).toBeGreaterThan(15)
})

test.each([
  ['archives of the school', /^POST .*\/exports\/full$/],
  ['exports of people', /^POST .*(\/exports|\/data-export)$/],
  ['erasures', /\/anonymize$/],
  ['keys', /^(?!GET).*\/api-keys/],
  ['login methods and sessions', /^(?!GET).*\/(identities|sessions|auth)\b/],
  ['secrets', /^(?!GET).*\/(settings|payment-providers)\b/],
])('%s are never proposed', (_, harm) => {
  const changes = tools.filter(({ operation }) => harm.test(operation.route))
  expect(changes.length).toBeGreaterThan(0)
  const proposed = changes.filter(({ use, operation }) => use !== 'never' && operation.method !== 'DELETE')
  expect(proposed.map(({ name }) => name)).toEqual([])
})

test('a role is never proposed, and what else a person has is', () => {
  const at = { method: 'PATCH', path: '/v1/users/usr_01h455vb4pex5vsknk084sn02q' }
  expect(proposable(all, { ...at, body: { role: 'owner' } })).toEqual({ reason: 'never' })
  expect(proposable(all, { ...at, body: { last_name: 'Quill' } })).toMatchObject({
    tool: { name: 'users.update' },
  })
  expect(
    proposable(all, { method: 'POST', path: '/v1/users', body: { email: 'a@b.example', role: 'manager' } }),
  ).toEqual({ reason: 'never' })
})

test('nothing with a secret in its answer is', () => {
  const secret = tools.filter(({ operation, use }) => operation.secretAnswer && use !== 'never')
  expect(secret.map(({ name }) => name)).toEqual([])
})

test('nor is what takes secrets', () => {
  for (const name of [
    'settings.update',
    'paymentProviders.create',
    'paymentProviders.update',
    'webhooks.create',
  ])
    expect([name, tools.find(tool => tool.name === name)?.use]).toEqual([name, 'never'])
})

test('it reads by reads alone, for which a credential that only reads is enough', () => {
  const wrong = of('read').filter(
    ({ operation: { method, permission, readOnly } }) =>
      (method !== 'GET' && !readOnly) || (permission !== null && !hasPermission([['*:read']], permission)),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('what leaves the school is marked', () => {
  const names = of('outward').map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'messages.create',
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

test('each tool for a usual question is a read with filters that it has', () => {
  expect(typedTools).toHaveLength(25)
  for (const { name, read, takes, time, search, query = {} } of typedTools) {
    const tool = tools.find(each => each.name === read)
    expect([name, tool?.use]).toEqual([name, 'read'])
    const declaredFilters = tool!.operation.list?.filters ?? {}
    const filters = [...takes.filter(each => each !== 'id'), ...(time ? [time] : []), ...Object.keys(query)]
    expect([name, filters.filter(filter => !(filter in declaredFilters))]).toEqual([name, []])
    expect([name, tool!.operation.path.includes('{id}')]).toEqual([name, takes[0] === 'id'])
    if (search) expect(tool!.operation.list!.search).toBeTruthy()
  }
})

test('a tool for a usual question calls its operation with the filters by name', async () => {
  const paths: string[] = []
  const ask = async ({ path }: { path: string }) => {
    paths.push(path)
    return { status: 200, body: { data: [], next_cursor: null } }
  }
  const toolbox = new Toolbox({ catalog: await catalog(), ask, propose: async () => '' })
  await toolbox.use('unpaid_orders', { from: '2026-11-01', fields: ['id'] })
  expect(paths).toEqual([
    '/v1/orders?created_at%5Bgte%5D=2026-11-01&status=waiting_payment&fields=id&limit=20',
  ])
  expect(await toolbox.use('unpaid_orders', { status: 'paid' })).toMatch(/^The input is wrong/)
})
