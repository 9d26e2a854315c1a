// What goes out by OpenTelemetry, read by a receiver of OTLP.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { type Collector, type ReceivedSpan, startCollector } from './collector.ts'

describe('the spans of a request', () => {
  let collector: Collector
  let system: TestSystem
  let gateway: TestGateway
  let school: GatewaySchool
  let receiver: Server
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  const answers = { status: 200 }
  const { env } = process
  const delay = env.OTEL_BSP_SCHEDULE_DELAY
  beforeAll(async () => {
    env.OTEL_BSP_SCHEDULE_DELAY = '50'
    collector = await startCollector()
    system = await startSystem({
      services: [usersService, siteService, commerceService, webhooksService],
      clock,
      settings: { otlpUrl: collector.url, settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } },
    })
    gateway = await startTestGateway(system, { otlpUrl: collector.url })
    school = await newSchool(gateway)
    receiver = createServer((request, response) => {
      request.resume()
      response.writeHead(answers.status).end()
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => receiver.once('listening', resolve))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const webhook = await gateway.call('POST', '/api/v1/webhooks', {
      ...school,
      body: { url, events: ['user.created', 'user.deleted'] },
    })
    expect(webhook.status).toBe(201)
  })
  afterAll(async () => {
    if (delay === undefined) delete env.OTEL_BSP_SCHEDULE_DELAY
    else env.OTEL_BSP_SCHEDULE_DELAY = delay
    await gateway?.stop()
    await system?.stop()
    receiver?.closeAllConnections()
    receiver?.close()
    await collector?.close()
  })

  /** The spans of a trace, once all of these are there, each named `<service> <name>`. */
  const spansOf = (requestId: string, ...names: string[]) =>
    eventually(names.join(', '), () => {
      const mine = collector.spans.filter(({ traceId }) => traceId === requestId)
      const matches = names.map(name => mine.find(span => nameOf(span) === name))
      return matches.every(Boolean) && (matches as ReceivedSpan[])
    })
  const nameOf = ({ service, name }: ReceivedSpan) => `${service} ${name}`

  test('one trace, its id the X-Request-Id: gateway, service, transaction, reaction, delivery', async () => {
    const traceparent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`
    const { id } = await gateway.done(school, 'POST', '/users', { email: 'ann@example.org' })
    const path = `/api/v1/users/${id}`
    const response = await gateway.call('DELETE', path, { ...school, headers: { traceparent } })
    expect(response.status).toBe(200)
    const requestId = response.headers['x-request-id']!
    const [first, service, transaction, reaction, attempt] = await spansOf(
      requestId,
      'gateway DELETE /v1/users/{id}',
      'users DELETE /v1/users/{id}',
      'users transaction',
      'commerce reaction user-deleted',
      'webhooks delivery attempt',
    )
    expect(first!.parentSpanId).toBe('')
    expect(first!.links).toMatchObject([{ traceId: 'a1'.repeat(16), spanId: 'b2'.repeat(8) }])
    expect(service!.parentSpanId).toBe(first!.spanId)
    expect(transaction!.parentSpanId).toBe(service!.spanId)
    expect(reaction!.parentSpanId).toBe(first!.spanId)
    expect(attempt!.parentSpanId).toBe(first!.spanId)
    expect([first, service, transaction, reaction, attempt].map(span => span!.kind)).toEqual([2, 2, 3, 5, 3])
    expect(first!.attributes).toMatchObject({
      'http.response.status_code': 200,
      'lms.school_id': school.schoolId,
    })
    expect(attempt!.attributes).toMatchObject({ 'lms.attempt': 1, 'http.response.status_code': 200 })
    // A span counts from a whole millisecond, so two of one process agree to a millisecond only.
    const millisecond = 1_000_000n
    expect(service!.start >= first!.start).toBe(true)
    expect(service!.end <= first!.end + millisecond).toBe(true)
    const below = collector.spans.filter(span => span.parentSpanId === reaction!.spanId)
    expect(below.map(nameOf)).toEqual(['commerce transaction'])
    expect(collector.faults).toEqual([])
  })

  test('a call to another service is below the request that makes it; a refusal has its reason', async () => {
    const offer = await gateway.call('POST', '/api/v1/offers', {
      ...school,
      body: { name: 'Course', amount: 500, currency: 'EUR' },
    })
    const order = { user_id: newId('usr'), items: [{ offer_id: offer.body.id, quantity: 1 }] }
    const refused = await gateway.call('POST', '/api/v1/orders', { ...school, body: order })
    expect(refused.status).toBe(422)
    const requestId = refused.headers['x-request-id']!
    const [first, service] = await spansOf(requestId, 'gateway POST /v1/orders', 'commerce POST /v1/orders')
    const clientSpan = await eventually('the span of the client', () =>
      collector.spans.find(
        ({ traceId, service, name }) =>
          traceId === requestId && service === 'users' && /^\w+ \/internal\//.test(name),
      ),
    )
    expect(clientSpan.parentSpanId).toBe(service!.spanId)
    expect(first!.attributes).toMatchObject({
      'lms.reason': refused.body.error.reason,
      'http.response.status_code': 422,
    })
  })

  test('an attempt hours later is in the same trace', async () => {
    answers.status = 500
    const response = await gateway.call('POST', '/api/v1/users', {
      ...school,
      body: { email: 'bob@example.org' },
    })
    const requestId = response.headers['x-request-id']!
    const [first] = await spansOf(requestId, 'webhooks delivery attempt')
    expect(first!.statusCode).toBe(2)
    answers.status = 200
    await eventually('the first attempt in the log', async () => {
      const query = `/api/v1/webhooks/deliveries?request_id=${requestId}`
      return (await gateway.call('GET', query, school)).body.data[0]?.status === 'waiting_retry'
    })
    offset += 6 * 3600_000
    const second = await eventually('the second attempt', () =>
      collector.spans.find(
        ({ traceId, attributes }) => traceId === requestId && attributes['lms.attempt'] === 2,
      ),
    )
    expect(second.parentSpanId).toBe(first!.parentSpanId)
    expect(second.attributes['lms.delivery_id']).toBe(first!.attributes['lms.delivery_id'])
    expect(second.statusCode).toBe(0)
  })

  test('no span contains a path, an e-mail or the address of a receiver', () => {
    const text = JSON.stringify(collector.spans, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(text).not.toMatch(/example\.org|127\.0\.0\.1|usr_/)
  })
})
