// A request is followed by its X-Request-Id, whatever became of it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import type { Trace } from '@lms/gateway/operator'
import { serviceContract } from '@lms/service/contract'
import { serviceService } from '@lms/service/service'
import { runService } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { webhooksContract } from '@lms/webhooks/contract'
import { webhooksService } from '@lms/webhooks/service'
import { traceTree } from '../../packages/cli/src/operator/trace-tree.ts'
import { treeLines } from '../../packages/cli/src/operator/tree.ts'

const everything = {
  ...usersContract.resources,
  ...commerceContract.resources,
  ...webhooksContract.resources,
  ...serviceContract.resources,
}

describe('a request is traced by its X-Request-Id', () => {
  let system: TestSystem
  let gateway: TestGateway
  let school: GatewaySchool
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  beforeAll(async () => {
    system = await startSystem({
      services: [usersService, siteService, commerceService, webhooksService, serviceService],
      clock,
      settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } },
    })
    gateway = await startTestGateway(system)
    school = await newSchool(gateway)
  })
  afterAll(async () => {
    await gateway?.stop()
    await system?.stop()
  })

  const api = () => gateway.client(everything, school)
  const newOrder = async () => {
    const { id: user_id } = await api().users.create({ body: { email: `p${Math.random()}@example.org` } })
    const { id: offer_id } = await api().offers.create({
      body: { name: 'Course', amount: 500, currency: 'EUR' },
    })
    return api().orders.create({ body: { user_id, items: [{ offer_id, quantity: 1 }] } })
  }
  /** The trace of a request, once it holds what is looked for. */
  const traceOf = (requestId: string, isComplete: (trace: Trace) => unknown) =>
    eventually(`the trace of ${requestId}`, async () => {
      const { status, body } = await gateway.operator('GET', `/trace/${encodeURIComponent(requestId)}`)
      return status === 200 && isComplete(body) ? (body as Trace) : null
    })
  const recorded = (requestId: string) => traceOf(requestId, ({ requests }) => requests.length > 0)

  test('the refused payment of an order: caller, operation, service and reason', async () => {
    const order = await newOrder()
    const path = `/api/v1/orders/${order.id}/mark-paid`
    expect((await gateway.call('POST', path, { ...school, body: {} })).status).toBe(201)
    const refused = await gateway.call('POST', path, { ...school, body: {} })
    expect(refused.status).toBe(409)
    expect(refused.headers['x-lms-reason']).toBeUndefined()
    const trace = await recorded(refused.headers['x-request-id']!)
    expect(trace).toMatchObject({ transactions: [], events: [], away: [] })
    expect(trace.requests).toEqual([
      {
        id: expect.stringMatching(/^req_/),
        school_id: school.schoolId,
        request_id: refused.headers['x-request-id'],
        client_request_id: null,
        operation: 'POST /v1/orders/{id}/mark-paid',
        status: 409,
        reason: refused.body.error.reason,
        service: 'commerce',
        key_id: expect.stringMatching(/^key_/),
        actor_user_id: null,
        duration_ms: expect.any(Number),
        created_at: expect.any(String),
      },
    ])
  })

  test('a request to an unknown path, whose own text is stored nowhere', async () => {
    const answer = await gateway.call(
      'GET',
      '/api/v1/orders/ann@school.org/letters?to=bob@school.org',
      school,
    )
    expect(answer.status).toBe(404)
    const { requests } = await recorded(answer.headers['x-request-id']!)
    expect(requests).toMatchObject([{ operation: 'GET unknown', status: 404, reason: 'no_such_operation' }])
    const rows = await asOwner(system.ownerUrl, client =>
      client.query('select r::text from service.requests r'),
    )
    for (const { r } of rows.rows) expect(r).not.toMatch(/ann@|bob@|letters/)
  })

  test('refusals of the gateway itself: no key, an unknown school', async () => {
    const guest = await gateway.call('GET', '/api/v1/orders', { host: school.host })
    const lost = await gateway.call('GET', '/api/v1/orders', { host: 'nowhere.example', key: school.key })
    const [unknown, nowhere] = await Promise.all(
      [guest, lost].map(async answer => (await recorded(answer.headers['x-request-id']!)).requests[0]),
    )
    expect(unknown).toMatchObject({
      school_id: school.schoolId,
      operation: 'GET /v1/orders',
      status: 401,
      reason: 'credential_invalid',
      service: null,
      key_id: null,
    })
    expect(nowhere).toMatchObject({ school_id: 'sch_none', status: 404, reason: 'not_found' })
  })

  test('a reading request leaves a record if its client gave it an id, or traces itself', async () => {
    const id = `reading ${Math.random()}`
    await gateway.call('GET', '/api/v1/orders', { ...school, headers: { 'x-request-id': id } })
    const { requests } = await recorded(id)
    expect(requests).toMatchObject([
      { operation: 'GET /v1/orders', status: 200, reason: null, service: 'commerce', client_request_id: id },
    ])
    const traceparent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`
    const traced = await gateway.call('GET', '/api/v1/orders', { ...school, headers: { traceparent } })
    const requestId = traced.headers['x-request-id']!
    expect(requestId).not.toBe('a1'.repeat(16))
    expect((await recorded(requestId)).requests).toMatchObject([{ status: 200 }])
    const plain = await gateway.call('GET', '/api/v1/orders', school)
    const after = await gateway.call('GET', '/api/v1/orders', { ...school, headers: { traceparent } })
    await recorded(after.headers['x-request-id']!)
    expect((await gateway.operator('GET', `/trace/${plain.headers['x-request-id']}`)).status).toBe(404)
  })

  test('a flood of refusals is recorded up to a bound, and the rest is counted', async () => {
    const flooded = await newSchool(gateway)
    // The minute in which they come must not end between them.
    offset += 60_000 - (clock.now().getTime() % 60_000)
    for (let count = 0; count < 100; count++)
      expect((await gateway.call('GET', '/api/v1/orders', { host: flooded.host })).status).toBe(401)
    const { body } = await gateway.operator('GET', '/load')
    expect(
      body.schools.find((each: { school_id: string }) => each.school_id === flooded.schoolId),
    ).toMatchObject({
      requests: 100,
      unrecorded: 70,
    })
    const own = await gateway.call('GET', '/api/v1/nothing', flooded)
    await recorded(own.headers['x-request-id']!)
    const { rows } = await asOwner(system.ownerUrl, client =>
      client.query('select status, count(*)::int from service.requests where school_id = $1 group by 1', [
        flooded.schoolId,
      ]),
    )
    expect(Object.fromEntries(rows.map(({ status, count }) => [status, count]))).toEqual({ 401: 30, 404: 1 })
  })

  test('a request while its service is unavailable', async () => {
    await system.services.site!.stop()
    const answer = await gateway.call('GET', '/api/v1/domains', school)
    expect(answer.status).toBe(503)
    const trace = await recorded(answer.headers['x-request-id']!)
    expect(trace.requests).toMatchObject([
      { operation: 'GET /v1/domains', status: 503, reason: 'unavailable', service: 'site' },
    ])
    expect(trace.away).toEqual(['site'])
    system.services.site = await runService(siteService, system.configs.site!)
  })

  test('a change, the consumers of its events, and a delivery that is tried again hours later', async () => {
    const receiver = await startReceiver()
    const answers = { status: 500 }
    receiver.server.on('request', (request, response) => {
      request.resume()
      response.writeHead(answers.status).end('answered')
    })
    const { id: webhook_id } = await api().webhooks.create({
      body: { url: receiver.url, events: ['user.deleted'] },
    })
    const { id } = await api().users.create({ body: { email: 'late@example.org' } })
    const made = await gateway.call('DELETE', `/api/v1/users/${id}`, {
      ...school,
      headers: { 'x-request-id': 'signup 7' },
    })
    const requestId = made.headers['x-request-id']!
    const eventOf = ({ transactions }: Trace) => transactions[0]?.events[0]
    const failed = await traceOf(
      requestId,
      trace =>
        trace.requests.length &&
        eventOf(trace)?.deliveries[0]?.attempts.length === 1 &&
        eventOf(trace)?.reactions[0]?.handled_at,
    )
    expect(failed).toMatchObject({
      requests: [{ operation: 'DELETE /v1/users/{id}', status: 200, client_request_id: 'signup 7' }],
      transactions: [
        {
          service: 'users',
          events: [
            {
              type: 'user.deleted',
              reactions: [
                { service: 'commerce', reaction: 'user-deleted' },
                { service: 'site', reaction: 'user-deleted' },
                { service: 'users', reaction: 'user-deleted' },
              ],
              deliveries: [{ webhook_id, status: 'waiting_retry', attempts: [{ response_code: 500 }] }],
            },
          ],
        },
      ],
    })
    answers.status = 200
    const [delivery] = eventOf(failed)!.deliveries
    const attempts = [delivery!.next_attempt_at!]
    offset += Date.parse(attempts[0]!) - clock.now().getTime() + 6 * 3600_000
    const late = await traceOf(requestId, trace => {
      const event = eventOf(trace)
      // The trace is compared with a later one.
      return event?.deliveries[0]?.status === 'delivered' && event.reactions.every(each => each.handled_at)
    })
    const tried = eventOf(late)!.deliveries[0]!.attempts
    expect(tried.map(({ response_code }) => response_code)).toEqual([500, 200])
    const hours = (Date.parse(tried[1]!.created_at) - Date.parse(tried[0]!.created_at)) / 3600_000
    expect(hours).toBeGreaterThan(6)

    const query = { request_id: requestId }
    expect((await api().deliveries.list({ query })).data.map(({ id }) => id)).toEqual([delivery!.id])
    expect((await api().events.list({ query })).data).toMatchObject([{ type: 'user.deleted' }])
    const byClient = { client_request_id: 'signup 7' }
    for (const query of [{ request_id: requestId }, byClient]) {
      const records = await eventually('the record', async () => {
        const { data } = await api().auditLog.list({ query })
        return data.length > 0 && data
      })
      expect(records).toMatchObject([{ operation: 'DELETE /v1/users/{id}' }])
    }
    expect(await traceOf('signup 7', trace => eventOf(trace))).toMatchObject({
      transactions: late.transactions,
      requests: late.requests,
    })
    receiver.server.close()
  })

  test('a question to the agent, its calls, the proposal, the yes of the person, and its effect are one tree', async () => {
    const { id: user_id } = await api().users.create({
      body: { email: 'owner@example.org', first_name: 'Olga', role: 'owner' },
    })
    const own = { name: 'own', kind: 'personal', role: 'owner', user_id } as const
    const { api_key: key } = await api().apiKeys.issue({ body: own })
    const { id: tag_id } = await api().tags.create({ body: { name: 'Old' } })
    const as = (path: string, body: object) => gateway.call('POST', `/api${path}`, { ...school, key, body })
    const chatAnswer = await as('/v1/agent/chat', { message: `delete ${tag_id}` })
    expect(chatAnswer.body).toMatchObject({ understood: true, confirmation_ids: [expect.any(String)] })
    const [confirmation] = chatAnswer.body.confirmation_ids
    const yes = await as(`/v1/agent/confirmations/${confirmation}`, { answer: 'yes' })
    expect(yes.body).toMatchObject({ status: 'finished', result: { status: 200 } })
    const [question, answer] = [chatAnswer, yes].map(({ headers }) => headers['x-request-id']!)
    const deleted = ({ transactions }: Trace) =>
      transactions.find(({ operation }) => operation === 'DELETE /v1/tags/{id}')
    const isComplete = (trace: Trace) =>
      deleted(trace) && trace.requests.some(({ operation }) => operation === 'GET /v1/tags/{id}')
    for (const [name, id] of [
      ['question', question!],
      ['answer', answer!],
    ] as const) {
      const trace = await traceOf(id, isComplete)
      const lines = treeLines(traceTree(trace)).map(stripVTControlCharacters)
      const at = (text: string) => {
        const line = lines.findIndex(each => each.includes(text))
        if (line < 0) throw new Error(`The tree of the ${name} has no ${text}:\n${lines.join('\n')}`)
        return { line, depth: lines[line]!.search(/[a-zA-Z]/) }
      }
      const parts = [
        at('POST /v1/agent/chat  201'),
        at(`proposal tags.delete  ${confirmation}  finished`),
        at('POST /v1/agent/confirmations/{id}  201'),
        at('DELETE /v1/tags/{id}  200'),
        at(`object ${tag_id}`),
      ]
      // Each below the one before it.
      for (const [index, part] of parts.entries()) {
        const before = parts[index - 1] ?? { line: -1, depth: -1 }
        expect([index, part.line > before.line, part.depth > before.depth]).toEqual([index, true, true])
      }
      expect(at('GET /v1/tags/{id}  200').depth).toBeGreaterThan(parts[0]!.depth)
      expect(at('event system.agent_confirmation_requested').depth).toBeGreaterThan(parts[0]!.depth)
    }
  })
})

async function startReceiver(): Promise<{ server: Server; url: string }> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}
