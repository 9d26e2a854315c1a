import { type AgentSchool, type AgentWorld, agentSchool, startAgentWorld } from './test-agent.ts'

describe('access to the agent', () => {
  let world: AgentWorld
  let school: AgentSchool
  beforeAll(async () => {
    world = await startAgentWorld()
    school = await agentSchool(world)
  })
  afterAll(() => world.stop())

  const ask = (message: string) => ['POST', '/v1/agent/chat', { message }] as const
  const help = ask('What can you do?')

  test('owners have it always, and an administrator when the owner opens it', async () => {
    const owner = await school.person('owner')
    const admin = await school.person('administrator')
    expect(await owner.call(...help)).toMatchObject({
      status: 201,
      body: { understood: true, by: 'planner' },
    })
    expect(await admin.call(...help)).toMatchObject({
      status: 403,
      body: { error: { reason: 'agent_closed' } },
    })
    const opened = await owner.call('POST', '/v1/agent/access', { userId: admin.id, note: 'for reports' })
    expect(opened).toMatchObject({
      status: 201,
      body: { user_id: admin.id, note: 'for reports', open: true },
    })
    expect((await admin.call(...help)).status).toBe(201)
    expect((await owner.call('POST', '/v1/agent/access', { userId: admin.id })).body.error.reason).toBe(
      'agent_access_taken',
    )
    expect((await owner.call('DELETE', '/v1/agent/access', { userId: admin.id })).body).toMatchObject({
      deleted: true,
    })
    expect((await admin.call(...help)).body.error.reason).toBe('agent_closed')
  })

  test('only an owner opens it, to administrators and managers', async () => {
    const [owner, admin, student] = await Promise.all(
      ['owner', 'administrator', 'student'].map(school.person),
    )
    const open = { userId: admin!.id }
    expect((await admin!.call('POST', '/v1/agent/access', open)).body.error.reason).toBe('agent_of_owner')
    const refused = await owner!.call('POST', '/v1/agent/access', { userId: student!.id })
    expect(refused.body.error.reason).toBe('agent_user_invalid')
  })

  test('is opened to a role, ends with its term, and an own closed access leaves one person out', async () => {
    const [owner, one, other] = await Promise.all(['owner', 'manager', 'manager'].map(school.person))
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const role = { role: 'manager', open: true, expires_at }
    expect((await owner!.call('PATCH', '/v1/agent/access', role)).body).toMatchObject({
      role: 'manager',
      open: true,
    })
    expect((await one!.call(...help)).status).toBe(201)
    await owner!.call('POST', '/v1/agent/access', { userId: other!.id })
    await owner!.call('PATCH', '/v1/agent/access', { userId: other!.id, open: false })
    expect((await other!.call(...help)).body.error.reason).toBe('agent_closed')
    world.pass(3_700_000)
    expect((await one!.call(...help)).body.error.reason).toBe('agent_closed')
  })

  test('a dialogue is its person’s, and a key without a person has none', async () => {
    const [owner, other] = await Promise.all(['owner', 'owner'].map(school.person))
    await owner!.call(...help)
    expect((await owner!.call('GET', '/v1/agent/chat')).body.data).toHaveLength(1)
    expect((await other!.call('GET', '/v1/agent/chat')).body.data).toEqual([])
    expect((await school.asKey(...help)).body.error.reason).toBe('agent_of_person')
  })
})
