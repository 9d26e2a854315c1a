import { asOwner, eventually } from '@lms/testing'
import { type AgentSchool, type AgentWorld, agentSchool, type CallAs, startAgentWorld } from './test-agent.ts'

describe('a proposed change', () => {
  let world: AgentWorld
  let school: AgentSchool
  let owner: { id: string; call: CallAs }
  beforeAll(async () => {
    world = await startAgentWorld()
    school = await agentSchool(world)
    owner = await school.person('owner')
  })
  afterAll(() => world.stop())

  let tagCount = 0
  const name = () => `tag-${++tagCount}`
  const propose = async (call: CallAs, method: string, path: string, body?: unknown, words = {}) =>
    await call('POST', '/v1/agent/confirmations', { method, path, ...words, ...(body ? { body } : {}) })
  const answer = (call: CallAs, id: string, body: object = { answer: 'yes' }) =>
    call('POST', `/v1/agent/confirmations/${id}`, body)
  const tagNamed = async (name: string) => (await school.asKey('GET', `/v1/tags?name=${name}`)).body.data

  test('of an agent’s key is made once a person has confirmed it', async () => {
    const agent = await school.agentKey()
    const tag = name()
    const refused = await agent('POST', '/v1/tags', { name: tag })
    expect(refused.body.error).toMatchObject({
      reason: 'confirmation_needed',
      message: expect.stringContaining('POST /v1/agent/confirmations'),
    })
    const words = { summary: 'Deletes nothing, I promise' }
    const { status, body } = await propose(agent, 'POST', '/v1/tags', { name: tag }, words)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user_id: null,
      status: 'pending',
      operation: 'tags.create',
      action: 'Create a tag',
      summary: `Create a tag.\nname: "${tag}"`,
      said: words,
      body: `{"name":"${tag}"}`,
    })
    expect((await answer(agent, body.id)).body.error.reason).toBe('confirmation_needed')
    expect((await answer(school.asKey, body.id)).body.error.reason).toBe('answer_of_person')
    expect(await tagNamed(tag)).toEqual([])
    const yes = await answer(owner.call, body.id)
    expect(yes).toMatchObject({ status: 201, body: { status: 'finished', result: { status: 201 } } })
    const [created] = await tagNamed(tag)
    expect(yes.body.result.object_id).toBe(created.id)
  })

  test('is made once by fifty answers at the same time', async () => {
    const tag = name()
    const { body } = await propose(owner.call, 'POST', '/v1/tags', { name: tag })
    const answers = await Promise.all(Array.from({ length: 50 }, () => answer(owner.call, body.id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await tagNamed(tag)).toHaveLength(1)
  })

  test('that is declined or over changes nothing', async () => {
    const [first, second] = [name(), name()]
    const declined = (await propose(owner.call, 'POST', '/v1/tags', { name: first })).body
    expect((await answer(owner.call, declined.id, { answer: 'no' })).body.status).toBe('declined')
    expect((await answer(owner.call, declined.id)).body.error.reason).toBe('confirmation_answered')
    const late = (await propose(owner.call, 'POST', '/v1/tags', { name: second })).body
    world.pass(3_700_000)
    expect((await answer(owner.call, late.id)).body.error.reason).toBe('confirmation_expired')
    expect([...(await tagNamed(first)), ...(await tagNamed(second))]).toEqual([])
  })

  test('about a person goes with them, and so does what the agent has said; their erasure is not proposed', async () => {
    const email = 'zora.quill@school.example'
    const person = { email, first_name: 'Zora', last_name: 'Quill' }
    const { id } = (await school.asKey('POST', '/v1/users', person)).body
    const change = await propose(owner.call, 'PATCH', `/v1/users/${id}`, { last_name: 'Featherstone' })
    const chatResponse = await owner.call('POST', '/v1/agent/chat', { message: `find ${email}` })
    const erasure = await propose(owner.call, 'POST', `/v1/users/${id}/anonymize`)
    expect([change.status, chatResponse.status, erasure.body.error.reason]).toEqual([
      201,
      201,
      'proposal_forbidden',
    ])
    expect(chatResponse.body.answer).toContain('Quill')
    const storedTexts = async () => {
      const tables = ['agent_messages', 'agent_confirmations']
      const results = await asOwner(world.system.ownerUrl, client =>
        Promise.all(tables.map(each => client.query(`select t::text as row from users.${each} t`))),
      )
      return results.flatMap(({ rows }) => rows.filter(({ row }) => /zora|quill|featherstone/i.test(row)))
    }
    expect((await storedTexts()).length).toBeGreaterThan(1)
    expect((await school.asKey('POST', `/v1/users/${id}/anonymize`)).status).toBe(201)
    expect(await storedTexts()).toEqual([])
    expect((await owner.call('GET', `/v1/agent/confirmations/${change.body.id}`)).status).toBe(404)
  })

  test('of an object that was changed meanwhile is refused, with what differs', async () => {
    const tag = (await school.asKey('POST', '/v1/tags', { name: name() })).body
    const { body } = await propose(owner.call, 'DELETE', `/v1/tags/${tag.id}`)
    expect(body.impact).toMatchObject({
      removes: true,
      people: 0,
      objects: [{ id: tag.id, name: tag.name, version: tag.version }],
    })
    const renamed = name()
    await school.asKey('PATCH', `/v1/tags/${tag.id}`, { name: renamed })
    const { error } = (await answer(owner.call, body.id)).body
    expect(error.reason).toBe('confirmation_stale')
    expect(error.details).toEqual([{ path: `${tag.id}.name`, message: `was "${tag.name}", is "${renamed}"` }])
    expect(await tagNamed(renamed)).toHaveLength(1)
  })

  test('to merge a person into another says that it deletes', async () => {
    const [survivor, removedPerson] = [await school.person('student'), await school.person('student')]
    const body = { user_id: removedPerson.id }
    const { impact } = (await propose(owner.call, 'POST', `/v1/users/${survivor.id}/merge`, body)).body
    expect(impact).toMatchObject({ removes: true })
  })

  test('is nobody’s but the person’s who was asked', async () => {
    const other = await school.person('owner')
    const { body } = await propose(owner.call, 'POST', '/v1/tags', { name: name() })
    expect((await other.call('GET', `/v1/agent/confirmations/${body.id}`)).status).toBe(404)
    expect((await answer(other.call, body.id)).status).toBe(404)
    const waiting = (await other.call('GET', '/v1/agent/confirmations')).body.data
    expect(waiting.map(({ id }: { id: string }) => id)).not.toContain(body.id)
  })

  test.each([
    ['keys', 'POST', '/v1/api-keys', { name: 'k', kind: 'integration', role: 'owner' }, 'proposal_forbidden'],
    ['an archive of the school', 'POST', '/v1/exports/full', {}, 'proposal_forbidden'],
    ['a role', 'PATCH', '/v1/users/usr_01h455vb4pex5vsknk084sn02q', { role: 'owner' }, 'proposal_forbidden'],
    ['its own access', 'PATCH', '/v1/agent/access', { role: 'manager', open: true }, 'proposal_forbidden'],
    [
      'a yes',
      'POST',
      '/v1/agent/confirmations/agc_01h455vb4pex5vsknk084sn02q',
      { answer: 'yes' },
      'proposal_forbidden',
    ],
    ['a read', 'POST', '/v1/users/../api-keys', {}, 'proposal_unknown'],
    ['a path with a query', 'POST', '/v1/tags?x=1', { name: 'x' }, 'proposal_unknown'],
    ['a body that the operation refuses', 'POST', '/v1/tags', { title: 'x' }, 'proposal_invalid'],
    [
      'an object that does not exist',
      'DELETE',
      '/v1/tags/tag_01h455vb4pex5vsknk084sn02q',
      undefined,
      'proposal_invalid',
    ],
  ])('cannot be about %s', async (_, method, path, body, reason) => {
    expect((await propose(owner.call, method, path, body)).body.error.reason).toBe(reason)
  })

  test('needs the rights of who proposes, and of who confirms', async () => {
    const manager = await school.person('manager')
    const field = { name: 'colour', label: 'Colour', type: 'text' }
    const own = await propose(manager.call, 'POST', '/v1/custom-fields', field)
    expect(own.body.error.reason).toBe('proposal_beyond_rights')
    const agent = await school.agentKey()
    const ofKey = (await propose(agent, 'POST', '/v1/custom-fields', field)).body
    expect((await answer(manager.call, ofKey.id)).body.error.reason).toBe('proposal_beyond_rights')
  })

  test('of more than a hundred people asks for their number', async () => {
    const group = (await school.asKey('POST', '/v1/groups', { name: name() })).body
    const add = { user_ids: [] as string[] }
    for (let count = 0; count < 101; count++)
      add.user_ids.push(
        (await school.asKey('POST', '/v1/users', { email: `${name()}@school.example` })).body.id,
      )
    const { body } = await propose(owner.call, 'POST', `/v1/groups/${group.id}/members`, add)
    expect(body).toMatchObject({ typed_number: 101, impact: { people: 101 } })
    expect(body.impact.sample).toHaveLength(10)
    expect((await answer(owner.call, body.id)).body.error.reason).toBe('number_untyped')
    const yes = await answer(owner.call, body.id, { answer: 'yes', number: 101 })
    expect(yes.body).toMatchObject({ status: 'finished' })
  })

  test('is confirmed together with others', async () => {
    const tags = [name(), name(), name()]
    const ids: string[] = []
    for (const tag of tags) ids.push((await propose(owner.call, 'POST', '/v1/tags', { name: tag })).body.id)
    const [first, ...also] = ids as [string, ...string[]]
    expect((await answer(owner.call, first, { answer: 'yes', also })).body.status).toBe('finished')
    await eventually('the others are made', async () =>
      (await Promise.all(tags.map(tagNamed))).every(matches => matches.length === 1),
    )
  })

  test('that the operation refuses in the end has failed, with the reason', async () => {
    const tag = name()
    const { body } = await propose(owner.call, 'POST', '/v1/tags', { name: tag })
    await school.asKey('POST', '/v1/tags', { name: tag })
    expect((await answer(owner.call, body.id)).body).toMatchObject({
      status: 'failed',
      result: { status: 409, reason: 'tag_name_taken' },
    })
  })

  test('is proposed by the planner, and tells its person', async () => {
    const tag = (await school.asKey('POST', '/v1/tags', { name: name() })).body
    const chatResponse = await owner.call('POST', '/v1/agent/chat', { message: `Please delete ${tag.id}` })
    expect(chatResponse.body).toMatchObject({
      understood: true,
      confirmation_ids: [expect.stringMatching(/^agc_/)],
    })
    expect(await tagNamed(tag.name)).toHaveLength(1)
    const [id] = chatResponse.body.confirmation_ids
    expect((await owner.call('GET', `/v1/agent/confirmations/${id}`)).body).toMatchObject({
      proposer: 'chat',
      message_id: chatResponse.body.id,
      method: 'DELETE',
      path: `/v1/tags/${tag.id}`,
    })
    expect((await answer(owner.call, id)).body.status).toBe('finished')
  })
})
