import { eventually, type TestSystem } from '@lms/testing'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'

describe('the deactivation of a subscription', () => {
  let system: TestSystem
  let off: Receiver
  let watching: Receiver
  beforeAll(async () => {
    system = await startWebhooks()
    off = await startReceiver()
    watching = await startReceiver()
  })
  afterAll(async () => {
    await system.stop()
    await Promise.all([off.close(), watching.close()])
  })

  test('is emitted to the others with all fields of its GET, but never to its own address', async () => {
    const caller = system.caller()
    const { webhooks, events } = webhooksOf(system, caller)
    const url = `${off.url}?token=1`
    const { id } = await webhooks.create({ body: { url, events: ['*'], headers: { 'X-Shop': 'secret' } } })
    await webhooks.create({ body: { url, events: ['*'] } })
    await webhooks.create({ body: { url: watching.url, events: ['system.*'] } })
    const change = (active: boolean) => webhooks.update({ path: { id }, body: { active } })
    await change(true)
    const changed = await change(false)
    await change(false)
    await eventually('the news', () => watching.received[0])
    const [news] = watching.received
    expect(news!.envelope).toMatchObject({ type: 'system.webhook_failed', related: { webhook_id: id } })
    expect(news!.envelope.data.object).toEqual(changed)
    expect(await webhooks.get({ path: { id } })).toEqual(changed)
    await change(true)
    await change(false)
    await eventually('the second news', () => watching.received[1])
    const journaled = await events.list({ query: { type: 'system.webhook_failed' } })
    expect(journaled.data).toHaveLength(2)
    // A later event shows that the first one was not sent.
    await emit(system, caller.school, [{}])
    await eventually('a later event', () =>
      off.received.find(({ envelope }) => envelope.type === 'order.paid'),
    )
    expect(off.received.map(({ envelope }) => envelope.type)).toEqual(['order.paid'])
  })
})
