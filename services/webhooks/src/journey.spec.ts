import { eventually, type TestSystem } from '@lms/testing'
import {
  emit,
  isSigned,
  type Receiver,
  startReceiver,
  startWebhooks,
  webhooksOf,
} from './testing/receiver.ts'

describe('an event on its way to a subscriber', () => {
  let system: TestSystem
  let receiver: Receiver
  beforeAll(async () => {
    system = await startWebhooks()
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await system.stop()
    await receiver.close()
  })

  test('it arrives signed, with its sequence, and is logged', async () => {
    const caller = system.caller()
    const api = webhooksOf(system, caller)
    const webhook = await api.webhooks.create({ body: { url: receiver.url, events: ['order.*'] } })
    const [emitted] = await emit(system, caller.school, [{ type: 'order.paid' }])
    const arrived = await eventually('the delivery', () => receiver.received[0])
    expect(isSigned(arrived, webhook.secret)).toBe(true)
    expect(arrived.headers['x-request-id']).toBe(emitted!.requestId)
    expect(Object.keys(arrived.envelope)).toEqual([
      'id',
      'type',
      'created_at',
      'api_version',
      'sequence',
      'replayed',
      'data',
      'related',
    ])
    expect(arrived.envelope).toMatchObject({
      id: emitted!.id,
      type: 'order.paid',
      sequence: 1,
      replayed: false,
    })
    const delivery = await eventually('the log', async () => {
      const page = await api.deliveries.list({ query: { status: 'delivered', expand: 'attempts' } })
      return page.data[0]
    })
    expect(delivery).toMatchObject({
      webhook_id: webhook.id,
      event_id: emitted!.id,
      attempt_count: 1,
      next_attempt_at: null,
      request_id: emitted!.requestId,
      attempts: [{ number: 1, response_code: 200, response_body: 'ok', error: null }],
    })
    expect(await api.events.get({ path: { id: emitted!.id } })).toEqual(arrived.envelope)
  })
})
