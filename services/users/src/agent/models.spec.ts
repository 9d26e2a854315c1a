// Both libraries of models against a scripted server of this machine.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inSchool } from '@lms/service-host'
import { asOwner, eventually } from '@lms/testing'
import { builder } from '../builder.ts'
import {
  type AgentSchool,
  type AgentWorld,
  agentSchool,
  askInEvents,
  type CallAs,
  type StreamedEvent,
  startAgentWorld,
} from './test-agent.ts'
import { anthropic, openai, type Script } from './test-model.ts'

const key = 'sk-secret-of-the-platform'
const ownKey = 'sk-secret-of-the-school'
describe.each(['openai', 'anthropic'] as const)('a dialogue with a model of %s', kind => {
  let world: AgentWorld
  let school: AgentSchool
  let owner: { id: string; key: string; call: CallAs }
  let address: string
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
    address = `http://127.0.0.1:${port}${kind === 'openai' ? '/v1' : ''}`
    world = await startAgentWorld({
      LMS_AGENT_MODEL: `${kind}:some-model`,
      LMS_AGENT_MODEL_URL: address,
      LMS_AGENT_MODEL_KEY: key,
      LMS_AGENT_MODEL_ALLOW_PRIVATE: '1',
      LMS_AGENT_MODEL_SECONDS: '4',
    })
    school = await agentSchool(world)
    owner = await school.person('owner')
    await school.asKey('POST', '/v1/tags', { name: 'VIP' })
  })
  afterAll(async () => {
    await world.stop()
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    seen.length = 0
  })

  /** The word for the end at the most tokens of a turn. */
  const full = kind === 'openai' ? 'length' : 'max_tokens'
  const says = (text: string, ends = kind === 'openai' ? 'stop' : 'end_turn'): Script =>
    kind === 'openai'
      ? response => openai.text(response, text, { ends })
      : response => anthropic(response, { type: 'text', text: '' }, { type: 'text_delta', text }, ends)
  const calls = (
    name: string,
    input: object,
    ends = kind === 'openai' ? 'tool_calls' : 'tool_use',
  ): Script =>
    kind === 'openai'
      ? response => openai.call(response, name, input, ends)
      : response => {
          const block = { type: 'tool_use', id: 'call_1', name, input: {} }
          const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) }
          anthropic(response, block, delta, ends)
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

  test('is asked again where it has too many questions for a moment, and left where it has them for long', async () => {
    const many =
      (seconds: number): Script =>
      response =>
        response
          .writeHead(429, { 'content-type': 'application/json', 'retry-after': String(seconds) })
          .end('{}')
    script = [many(0), says('Hello.')]
    expect((await ask('Hello')).body).toMatchObject({ by: 'model', answer: 'Hello.' })
    script = [many(30), many(30)]
    expect((await ask('How many tags are there?')).body).toMatchObject({ by: 'planner' })
  })

  test('is no answer where it ends at the most tokens of a turn, and no call is made that such an end may have cut', async () => {
    script = [
      calls('propose', { name: 'tags.create', body: { name: 'Half' } }, full),
      says('One tag: VI', full),
    ]
    const { body } = await ask('How many tags are there?')
    expect(body).toMatchObject({ by: 'planner', confirmation_ids: [] })
    expect(body.answer).toMatch(/^The model came to no whole answer.*\n1 tags/)
    expect(seen[1].text).toContain('was cut')
  })

  test('is no answer where it is empty', async () => {
    script = [says(' ')]
    const { body } = await ask('How many tags are there?')
    expect(body).toMatchObject({ by: 'planner' })
    expect(body.answer).toMatch(/^The model came to no whole answer.*\n1 tags/)
  })

  test('is told what was asked and answered before', async () => {
    script = [says('There are three owls.'), says('Yes, three.')]
    await ask('How many owls are there?')
    await ask('Are you sure?')
    const { text } = seen.at(-1)
    expect(text.indexOf('How many owls')).toBeGreaterThan(0)
    expect(text.indexOf('There are three owls')).toBeGreaterThan(text.indexOf('How many owls'))
    expect(text.indexOf('Are you sure')).toBeGreaterThan(text.indexOf('There are three owls'))
  })

  test('ends with its time where the model is slow', async () => {
    script = [() => {}]
    const { body } = await ask('How many tags are there?')
    expect(body.answer).toMatch(/^The model is away/)
  })

  describe('answers in events', () => {
    const stream = (message: string, seen?: (event: StreamedEvent) => void) =>
      askInEvents(world, { host: school.host, key: owner.key, message }, seen)

    test('with its calls and its lines as they come, and the answer last', async () => {
      script = [
        calls('read', { name: 'tags.list', fields: ['name'] }),
        says('One tag:\n![VIP](https://evil.example/q)\nIt is VIP.'),
      ]
      const { status, type, events } = await stream('Which tags are there?').done
      expect([status, type]).toEqual([201, 'text/event-stream'])
      expect(events.map(({ name }) => name)).toEqual(['began', 'call', 'text', 'text', 'text', 'answer'])
      expect(events[1]!.data).toMatchObject({ operation: 'tags.list', status: 200 })
      expect(events.slice(2, 5).map(({ data }) => data.line)).toEqual(['One tag:', 'VIP', 'It is VIP.'])
      const answer = events.at(-1)!.data
      expect(answer).toMatchObject({ id: events[0]!.data.message_id, by: 'model' })
      expect((await owner.call('GET', '/v1/agent/chat?sort=-created_at&limit=1')).body.data[0]).toEqual(
        answer,
      )
    })

    test('go on with the planner where a stream of the model is cut in a word', async () => {
      const cut: Script = response => {
        if (kind === 'openai') openai.text(response, 'How are', { cut: true })
        else {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          response.write('event: message_start\ndata: {"type":"message_sta')
          setTimeout(() => response.destroy(), 20)
        }
      }
      script = [cut, cut]
      const { events } = await stream('How many tags are there?').done
      expect(events.at(-1)).toMatchObject({ name: 'answer', data: { by: 'planner', understood: true } })
    })

    test('are refused as JSON before they begin', async () => {
      const student = await school.person('student')
      const refused = await askInEvents(world, { host: school.host, key: student.key, message: 'Hello' }).done
      expect([refused.status, refused.type]).toEqual([403, 'application/json; charset=utf-8'])
    })

    test('end when the access is closed, before the time of the model is over', async () => {
      const admin = await school.person('administrator')
      await owner.call('POST', '/v1/agent/access', { userId: admin.id })
      script = [() => {}]
      let closed = 0
      const { done } = askInEvents(
        world,
        { host: school.host, key: admin.key, message: 'Hello' },
        ({ name }) => {
          if (name !== 'began') return
          closed = performance.now()
          void owner.call('DELETE', '/v1/agent/access', { userId: admin.id })
        },
      )
      const { events } = await done
      expect(performance.now() - closed).toBeLessThan(3500)
      expect(events.map(({ name }) => name)).toEqual(['began', 'error'])
      expect(events[1]!.data.error.reason).toBe('agent_closed')
    })

    test('a school has two at a time, over all replicas, and one that is left is over', async () => {
      script = [() => {}, () => {}]
      const began: (() => void)[] = []
      const both = [0, 1].map(() => {
        let markBegun = () => {}
        const hasBegun = new Promise<void>(resolve => {
          markBegun = resolve
        })
        const run = stream('Hello', () => markBegun())
        run.done.catch(() => {})
        began.push(run.leave)
        return hasBegun
      })
      await Promise.all(both)
      const busy = await ask('How many tags are there?')
      expect(busy).toMatchObject({ status: 409, body: { error: { reason: 'agent_busy' } } })
      for (const leave of began) leave()
      const { status } = await eventually('a place', async () => {
        script = [says('Hello.')]
        const answer = await ask('Hello')
        return answer.status !== 409 && answer
      })
      expect(status).toBe(201)
    })
  })

  describe('the settings of a school', () => {
    const change = (values: object) => {
      const runtime = world.system.services.users!.runtime
      return inSchool(school.schoolId, runtime, ({ work }) =>
        new builder.stores.settings(work).change({ agent: values }, null, 'owner', runtime.vault),
      )
    }

    test('name a model and a key of its own, which is never shown and goes to no other address', async () => {
      await expect(change({ model: `${kind}:own` })).rejects.toThrow(/contradict/)
      const set = await change({ model: `${kind}:own`, model_url: address, model_key: ownKey })
      expect(set.values).toMatchObject({ agent: { model: `${kind}:own`, model_key: 'set' } })
      script = [says('Hello.')]
      expect((await ask('Hello')).body.by).toBe('model')
      expect(seen[0].body.model).toBe('own')
      expect(JSON.stringify(seen[0].headers)).toContain(ownKey)
      expect(JSON.stringify(seen[0].headers)).not.toContain(key)
      const other = change({ model_url: 'https://models.evil.example' })
      await expect(other).rejects.toMatchObject({ details: [{ path: 'body.values.agent.model_key' }] })
      const stored = await asOwner(world.system.ownerUrl, client =>
        client.query('select * from users.setting_secrets, users.settings'),
      )
      expect(JSON.stringify(stored.rows)).not.toContain(ownKey)
    })

    test('bound the tokens of a day; then the planner answers and says so', async () => {
      await change({ model: null, model_key: null, tokens_a_day: 1 })
      const { body } = await ask('How many tags are there?')
      expect(body.by).toBe('planner')
      expect(body.answer).toMatch(/^The model has taken all its tokens of today/)
      await change({ tokens_a_day: null })
      await asOwner(world.system.ownerUrl, client =>
        client.query(`update users.agent_tokens set tokens = 60000000 where school_id like 'sch_0000000%'`),
      )
      expect((await ask('How many tags are there?')).body.answer).toMatch(/^The model has taken all/)
    })
  })
})
