// Both libraries of models against a scripted server of this machine.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AgentSchool, type AgentWorld, agentSchool, type CallAs, startAgentWorld } from './test-agent.ts'

const key = 'sk-secret-of-the-platform'
type Script = (response: ServerResponse, body: any) => void

const events = (response: ServerResponse, lines: readonly (readonly [string | null, object | string])[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [name, data] of lines)
    response.write(
      `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
}

const openai = {
  text: (response: ServerResponse, text: string, { cut = false } = {}) => {
    const chunk = (delta: object, finish_reason: string | null) =>
      [
        null,
        { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
      ] as const
    const half = Math.ceil(text.length / 2)
    const pieces = [chunk({ content: text.slice(0, half) }, null)]
    events(
      response,
      cut ? pieces : [...pieces, chunk({ content: text.slice(half) }, 'stop'), [null, '[DONE]']],
    )
    if (cut) response.destroy()
    else response.end()
  },
  call: (response: ServerResponse, name: string, input: object) => {
    const written = JSON.stringify(input)
    const part = (delta: object, finish_reason: string | null = null) =>
      [
        null,
        { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
      ] as const
    const args = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })
    events(response, [
      part({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: '' } }] }),
      part(args(written.slice(0, 5))),
      part(args(written.slice(5)), 'tool_calls'),
      [null, '[DONE]'],
    ])
    response.end()
  },
}

const anthropic = (response: ServerResponse, block: object, delta: object, stop_reason: string) => {
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'x',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  events(response, [
    ['message_start', { type: 'message_start', message }],
    ['content_block_start', { type: 'content_block_start', index: 0, content_block: block }],
    ['content_block_delta', { type: 'content_block_delta', index: 0, delta }],
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    ['message_delta', { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 1 } }],
    ['message_stop', { type: 'message_stop' }],
  ])
  response.end()
}

describe.each(['openai', 'anthropic'] as const)('a dialogue with a model of %s', kind => {
  let world: AgentWorld
  let school: AgentSchool
  let owner: { id: string; call: CallAs }
  let script: Script[] = []
  const seen: any[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', piece => {
      text += piece
    })
    request.on('end', () => {
      const body = JSON.parse(text)
      seen.push({ path: request.url, headers: request.headers, body, text })
      const next = script.shift()
      if (next) next(response, body)
      else response.writeHead(500).end('{}')
    })
  })
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    world = await startAgentWorld({
      LMS_AGENT_MODEL: `${kind}:some-model`,
      LMS_AGENT_MODEL_URL: `http://127.0.0.1:${port}${kind === 'openai' ? '/v1' : ''}`,
      LMS_AGENT_MODEL_KEY: key,
      LMS_AGENT_MODEL_ALLOW_PRIVATE: '1',
      LMS_AGENT_MODEL_ANSWERS: '2',
    })
    school = await agentSchool(world)
    owner = await school.person('owner')
    await school.asKey('POST', '/v1/tags', { name: 'VIP' })
  }, 60_000)
  afterAll(async () => {
    await world.stop()
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    seen.length = 0
  })

  const says = (text: string): Script =>
    kind === 'openai'
      ? response => openai.text(response, text)
      : response => anthropic(response, { type: 'text', text: '' }, { type: 'text_delta', text }, 'end_turn')
  const calls = (name: string, input: object): Script =>
    kind === 'openai'
      ? response => openai.call(response, name, input)
      : response => {
          const block = { type: 'tool_use', id: 'call_1', name, input: {} }
          const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) }
          anthropic(response, block, delta, 'tool_use')
        }
  const ask = (message: string) => owner.call('POST', '/v1/agent/chat', { message })

  test('reads by tools, proposes, and answers in plain text; the key goes to the model’s address alone', async () => {
    script = [
      calls('read', { name: 'tags.list', fields: ['name'] }),
      calls('propose', { name: 'tags.create', body: { name: 'Gold' }, words: 'as asked' }),
      says('One tag: VIP. ![x](https://evil.example/q)'),
    ]
    const { status, body } = await ask('Which tags are there? Add Gold.')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      by: 'model',
      answer: 'One tag: VIP. x',
      calls: [{ operation: 'tags.list', status: 200 }],
      confirmation_ids: [expect.stringMatching(/^agc_/)],
    })
    expect(seen).toHaveLength(3)
    expect(seen[1].text).toContain('VIP')
    expect(seen.map(({ text }) => text).join()).not.toContain(key)
    expect(JSON.stringify(seen[0].headers)).toContain(key)
    expect(JSON.stringify(body)).not.toContain(key)
    expect((await school.asKey('GET', '/v1/tags?name=Gold')).body.data).toEqual([])
  })

  test.each<[string, Script]>([
    ['refuses', response => response.writeHead(400, { 'content-type': 'application/json' }).end('{}')],
    [
      'is cut off in the middle of a word',
      response => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: {"id":"c","choices":[{"index":0,"del')
        setTimeout(() => response.destroy(), 20)
      },
    ],
  ])('goes on with the planner where the model %s, and says so', async (_, broken) => {
    script = [broken, broken]
    const { body } = await ask('How many tags are there?')
    expect(body).toMatchObject({ by: 'planner', understood: true })
    expect(body.answer).toMatch(/^The model is away.*\n1 tags/)
  })

  test('ends with the answers of a day', async () => {
    script = [says('Hello.')]
    expect((await ask('Hello')).body.by).toBe('model')
    const { body } = await ask('How many tags are there?')
    expect(body.by).toBe('planner')
    expect(body.answer).toMatch(/^The model has given all/)
  })
})
