// Receivers that answer 200 and never end the body.
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'

describe('endless answers', () => {
  let system: TestSystem
  let facts: Facts
  const receivers: Receiver[] = []
  const receiver = async (...answer: Parameters<typeof startReceiver>) => {
    const started = await startReceiver(...answer)
    receivers.push(started)
    return started
  }
  beforeAll(async () => {
    system = await startWebhooks({
      settings: {
        settings: {
          LMS_WEBHOOK_ALLOW_LOOPBACK: '1',
          LMS_WEBHOOK_PARALLEL: '2',
          LMS_WEBHOOK_SCHOOL_PARALLEL: '4',
          LMS_WEBHOOK_REPLICA_PARALLEL: '8',
        },
      },
    })
    facts = factsOf(system.ownerUrl)
  })
  afterAll(async () => {
    await Promise.all(receivers.map(({ close }) => close()))
    await system.stop()
  })

  test('occupy no slot: all their events arrive, and so do those for others', async () => {
    const endless = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const caller = system.caller()
        const two = await Promise.all(
          [1, 2].map(() => receiver((_, response) => void response.writeHead(200).write('and then'))),
        )
        for (const { url } of two)
          await webhooksOf(system, caller).webhooks.create({ body: { url, events: ['*'] } })
        return { school: caller.school, two }
      }),
    )
    for (const { school } of endless) await emit(system, school, Array(40).fill({}))
    const caller = system.caller()
    const healthy = await receiver()
    await webhooksOf(system, caller).webhooks.create({ body: { url: healthy.url, events: ['*'] } })
    await emit(system, caller.school, Array(60).fill({}))
    await eventually('the healthy school', () => healthy.received.length === 60)
    for (const { school, two } of endless) {
      await eventually('their events', () => two.every(({ received }) => received.length === 40))
      await eventually('the log', async () => (await facts.statuses(school)).delivered === 80)
    }
  })

  test('the part received by then is logged', async () => {
    const caller = system.caller()
    const { webhooks, deliveries } = webhooksOf(system, caller)
    const { url } = await receiver((_, response) => void response.writeHead(201).write('the beginning'))
    await webhooks.create({ body: { url, events: ['*'] } })
    await emit(system, caller.school, [{}])
    const [delivery] = (await eventually('the log', async () => {
      const { data } = await deliveries.list({ query: { status: 'delivered', expand: 'attempts' } })
      return data.length > 0 && data
    })) as any[]
    expect(delivery.attempts).toMatchObject([
      { response_code: 201, response_body: 'the beginning', error: null },
    ])
  })
})
