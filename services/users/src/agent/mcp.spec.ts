import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type AgentSchool, type AgentWorld, agentSchool, startAgentWorld } from './test-agent.ts'

describe('a client of the Model Context Protocol', () => {
  let world: AgentWorld
  let school: AgentSchool
  let key: string
  beforeAll(async () => {
    world = await startAgentWorld()
    school = await agentSchool(world)
    key = (await school.asKey('POST', '/v1/api-keys', { name: 'mcp', kind: 'agent', role: 'owner' })).body
      .api_key
  })
  afterAll(() => world.stop())

  const post = (options: { key?: string; headers?: Record<string, string>; body: unknown }) =>
    world.gateway.call('POST', '/mcp', { host: school.host, ...options })

  const send = async (_: unknown, init: RequestInit = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    delete headers.host
    const {
      status,
      headers: responseHeaders,
      body,
    } = await world.gateway.call(init.method ?? 'GET', '/mcp', {
      host: school.host,
      key,
      headers: {
        ...headers,
        ...(init.body ? { 'content-length': String(Buffer.byteLength(String(init.body))) } : {}),
      },
      ...(init.body ? { body: String(init.body) } : {}),
    })
    const text =
      body === null || status === 202 ? null : typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text, {
      status,
      headers: { 'content-type': responseHeaders['content-type'] ?? 'application/json' },
    })
  }

  /** A client of the present revision; `opened` gets the pages that it is asked to open. */
  async function connected(opened: string[] | null = null): Promise<Client> {
    const capabilities = opened ? { elicitation: { url: {} } } : {}
    const client = new Client(
      { name: 'spec', version: '1.0.0' },
      { capabilities, versionNegotiation: { mode: 'auto' } },
    )
    if (opened)
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        opened.push((params as { url: string }).url)
        return { action: 'accept' as const }
      })
    const url = new URL(`http://${school.host}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: send as typeof fetch }))
    return client
  }
  const text = (result: any): string => result.content[0].text

  test('finds operations, reads, and proposes a change that a person confirms', async () => {
    const client = await connected()
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['find_operations', 'describe', 'read', 'propose', 'find_people']),
    )
    // This system has no commerce, but the key may read orders.
    expect(names).toContain('orders')
    const operationsText = text(
      await client.callTool({ name: 'find_operations', arguments: { text: 'create a tag' } }),
    )
    expect(operationsText).toContain('tags.create (ask): Create a tag')
    await school.asKey('POST', '/v1/tags', { name: 'VIP' })
    const read = text(await client.callTool({ name: 'read', arguments: { name: 'tags.list' } }))
    expect(JSON.parse(read)).toMatchObject({ items: 1, more: false, data: [{ name: 'VIP' }] })
    const proposal = { name: 'tags.create', body: { name: 'Gold' }, words: 'please' }
    const proposed = text(await client.callTool({ name: 'propose', arguments: proposal }))
    const id = /agc_\w{26}/.exec(proposed)![0]
    const owner = await school.person('owner')
    const tags = async () => (await school.asKey('GET', '/v1/tags?name=Gold')).body.data
    expect(await tags()).toEqual([])
    const yes = await owner.call('POST', `/v1/agent/confirmations/${id}`, { answer: 'yes' })
    expect(yes.body).toMatchObject({ status: 'finished', said: { summary: 'please' } })
    expect(await tags()).toHaveLength(1)
    await client.close()
  })

  test('reads objects by their addresses, and has prompts', async () => {
    const client = await connected()
    const tag = (await school.asKey('POST', '/v1/tags', { name: 'Silver' })).body
    const { contents } = await client.readResource({ uri: `school://tags/${tag.id}` })
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('Silver') })
    await expect(
      client.readResource({ uri: 'school://tags/tag_01h455vb4pex5vsknk084sn02q' }),
    ).rejects.toThrow()
    const { prompts } = await client.listPrompts()
    expect(prompts).toHaveLength(6)
    expect(prompts.filter(({ description }) => !description)).toEqual([])
    const { messages } = await client.getPrompt({ name: 'sales', arguments: { period: 'May' } })
    expect(messages[0]!.content).toMatchObject({ text: expect.stringContaining('sell in May') })
    await client.close()
  })

  test('opens the page of the confirmation where it can, and what it says of it is no yes', async () => {
    const opened: string[] = []
    const client = await connected(opened)
    const name = 'Platinum'
    const proposal = { name: 'tags.create', body: { name } }
    const answerText = text(await client.callTool({ name: 'propose', arguments: proposal }))
    expect(opened).toEqual([
      expect.stringMatching(/^https:\/\/.+\/console\/agent\/confirmations\/agc_\w{26}$/),
    ])
    expect(answerText).toMatch(/^Nobody has answered agc_\w{26} yet/)
    expect((await school.asKey('GET', `/v1/tags?name=${name}`)).body.data).toEqual([])
    await client.close()
  })

  test('of the first SDK, of the revisions of 2025, has the same', async () => {
    const client = new OldClient({ name: 'old', version: '1.0.0' })
    const url = new URL(`http://${school.host}/mcp`)
    const transport = new OldTransport(url, { fetch: send as typeof fetch })
    await client.connect(transport as Parameters<OldClient['connect']>[0])
    expect((await client.listTools()).tools.length).toBeGreaterThan(3)
    const read = text(await client.callTool({ name: 'read', arguments: { name: 'tags.list' } }))
    expect(JSON.parse(read).data.length).toBeGreaterThan(0)
    const proposal = { name: 'tags.create', body: { name: 'Bronze' } }
    const proposed = text(await client.callTool({ name: 'propose', arguments: proposal }))
    expect(proposed).toMatch(/at https:\/\/.+\/console\/agent\/confirmations\/agc_\w{26}/)
    expect((await client.listPrompts()).prompts).toHaveLength(6)
    await client.close()
  })

  test('that calls many tools at once gets an answer to each, two at a time', async () => {
    const client = await connected()
    const read = () => client.callTool({ name: 'read', arguments: { name: 'tags.list' } })
    const all = await Promise.all([1, 2, 3, 4, 5].map(read))
    expect(all.map(text).every(each => JSON.parse(each).items > 0)).toBe(true)
    await client.close()
  })

  test('without a key learns how it is let in: by a bearer key, and no OAuth server', async () => {
    const refused = await post({ body: {} })
    const match = /^Bearer resource_metadata="https:\/\/[^/]+(.+)"$/.exec(
      refused.headers['www-authenticate']!,
    )
    const { status, body } = await world.gateway.call('GET', match![1]!, { host: school.host })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      resource: `https://${school.host}/mcp`,
      bearer_methods_supported: ['header'],
    })
    expect(body).not.toHaveProperty('authorization_servers')
  })

  test('of the revision of 2025 is answered, too', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    }
    const headers = { accept: 'application/json, text/event-stream' }
    const { status, body } = await post({
      key,
      headers,
      body: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('2025-06-18')
  })

  test('that wants to listen without end, or sends no message, gets an answer', async () => {
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' }
    const listening = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }
    for (const body of [listening, 'no json', [], { jsonrpc: '2.0' }])
      expect((await post({ key, headers, body })).status).toBeLessThan(500)
  })

  test('without a key, from a page of another site, or with a publishable key is refused', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    expect((await post({ body })).status).toBe(401)
    expect((await post({ key, body, headers: { origin: 'https://evil.example' } })).status).toBe(403)
    const page = { name: 'page', kind: 'publishable', role: 'owner' }
    const publishable = (await school.asKey('POST', '/v1/api-keys', page)).body.api_key
    expect((await post({ key: publishable, body })).status).toBe(403)
    expect((await world.gateway.call('GET', '/mcp', { host: school.host, key })).status).toBe(405)
  })
})
