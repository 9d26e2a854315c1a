// More subscriptions have something to send than a replica may serve at a time.
import { jest } from '@jest/globals'
import { eventually, type TestSystem } from '@lms/testing'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'

describe('a replica with a single channel', () => {
  let system: TestSystem
  let receivers: Receiver[]
  beforeAll(async () => {
    const settings = { LMS_WEBHOOK_ALLOW_LOOPBACK: '1', LMS_WEBHOOK_REPLICA_LANES: '1' }
    system = await startWebhooks({ settings: { settings } })
    receivers = [await startReceiver(), await startReceiver()]
  })
  afterAll(async () => {
    jest.restoreAllMocks()
    await system.stop()
    await Promise.all(receivers.map(({ close }) => close()))
  })

  test('serves a busy subscription for ten seconds, then another, and then the rest of the first', async () => {
    const [busy, other] = receivers as [Receiver, Receiver]
    const subscribed = async (receiver: Receiver, more: { max_per_second?: number } = {}) => {
      const caller = system.caller()
      await webhooksOf(system, caller).webhooks.create({
        body: { url: receiver.url, events: ['*'], ...more },
      })
      return (many: number) => emit(system, caller.school, Array(many).fill({}))
    }
    await (await subscribed(busy, { max_per_second: 1 }))(30)
    await eventually('its first', () => busy.received.length > 0)
    await (await subscribed(other))(1)
    await eventually('its second', () => busy.received.length > 1)
    expect(other.received).toHaveLength(0)
    const { now } = performance
    let ahead = 10_000
    jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead)
    await eventually('the other', () => other.received.length === 1)
    const before = busy.received.length
    ahead += 10_000
    await eventually('more of the first', () => busy.received.length > before)
  })
})
