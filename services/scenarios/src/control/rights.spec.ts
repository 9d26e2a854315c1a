import type { TestSystem } from '@lms/testing'
import { scenariosContract } from '../contract.ts'
import { byHand, end, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = (await startWithClock()).system
}, 60_000)
afterAll(() => system.stop())

test('nobody publishes what they may not do to one person', async () => {
  const { draft, caller } = await schoolOf(system)
  const { id } = await draft([
    byHand('note'),
    { id: 'note', kind: 'note', text: 'x', next: 'mail' },
    { id: 'mail', kind: 'message', body: 'Hello', topic: 'study', next: 'end' },
    end,
  ])
  const publish = (...scope: string[]) =>
    system
      .client('scenarios', scenariosContract.resources, { ...caller, rights: [['*'], scope] })
      .scenarios.publish({ path: { id }, body: {} })
  await expect(publish('scenarios:write', 'notes:write')).rejects.toMatchObject({
    status: 403,
    reason: 'graph_beyond_own',
    details: [{ path: 'graph.nodes.mail', message: expect.stringContaining('messages:write') }],
  })
  await expect(publish('scenarios:*', 'notes:*', 'messages:*')).resolves.toMatchObject({ published: true })
})
