import { type Caller, newId } from '@lms/contract'
import { invalidationSubject, streams } from '@lms/events'
import { eventually } from '@lms/testing'
import { RETRY_DELAYS_MS } from '../sending/schedule.ts'
import { emit, isSigned, type startReceiver, webhooksOf } from '../testing/receiver.ts'
import { webhooksWorld } from '../testing/world.ts'

describe('deliveries', () => {
  const world = webhooksWorld()

  const failing: Parameters<typeof startReceiver>[0] = (_, response) => void response.writeHead(500).end('no')
  const one = (caller: Caller, query: Record<string, string> = {}) =>
    webhooksOf(world.system, caller)
      .deliveries.list({ query: { expand: 'attempts', ...query } })
      .then(
        ({ data }) => data[0] as (typeof data)[number] & { attempts: { number: number; error: string }[] },
      )
  const afterAttempt = (caller: Caller, count: number, query: Record<string, string> = {}) =>
    eventually(`attempt ${count}`, async () => {
      const delivery = await one(caller, query)
      return delivery?.attempt_count === count ? delivery : null
    })

  test('a failing one is tried seven times after the delays of the specification, then it has failed', async () => {
    const caller = world.system.caller()
    const { webhooks, events, deliveries } = webhooksOf(world.system, caller)
    const bad = await world.receiverOf(failing)
    const good = await world.receiverOf()
    const { id } = await webhooks.create({ body: { url: bad.url, events: ['*'] } })
    await webhooks.create({ body: { url: bad.url, events: ['system.*'], description: 'the same address' } })
    const watcher = await webhooks.create({ body: { url: good.url, events: ['system.*'] } })
    const [emitted] = await emit(world.system, caller.school, [{}])
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      const delivery = await afterAttempt(caller, index + 1, { event_id: emitted!.id })
      expect(delivery).toMatchObject({ status: 'waiting_retry' })
      const next_attempt_at = delivery.next_attempt_at!
      expect(await one(caller, { next_attempt_at, event_id: emitted!.id })).toMatchObject({ id: delivery.id })
      expect(await one(caller, { 'next_attempt_at[gt]': next_attempt_at })).toBeUndefined()
      const last = Date.parse((delivery.attempts.at(-1) as unknown as { created_at: string }).created_at)
      const wait = Date.parse(delivery.next_attempt_at!) - last
      expect(wait).toBeGreaterThanOrEqual(delay)
      // How late at most stands beside the schedule; here the attempt itself takes its time.
      expect(wait).toBeLessThan(delay + 60_000)
      world.turn(wait + 1)
    }
    const delivery = await afterAttempt(caller, 7, { event_id: emitted!.id })
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(delivery.attempts.map(({ number, error }) => [number, error])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map(number => [number, 'http_status']),
    )
    expect(bad.received).toHaveLength(7)
    expect(new Set(bad.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(bad.received.map(({ headers }) => headers['x-lms-signature'])).size).toBe(7)

    const news = await eventually('the news', () => good.received[0])
    const { attempts, ...object } = delivery
    expect(news.envelope).toMatchObject({
      type: 'system.webhook_failed',
      data: { object },
      related: { webhook_id: id, event_id: emitted!.id },
    })
    const sent = await deliveries.list({ query: { event_type: 'system.*' } })
    expect(sent.data.map(({ webhook_id }) => webhook_id)).toEqual([watcher.id])
    expect((await events.list({ query: { request_id: emitted!.requestId } })).data).toHaveLength(2)
  })

  test('that the event of a failure fails, too, emits nothing further', async () => {
    const caller = world.system.caller()
    const { webhooks, events } = webhooksOf(world.system, caller)
    await webhooks.create({ body: { url: (await world.receiverOf(failing)).url, events: ['order.*'] } })
    await webhooks.create({ body: { url: (await world.receiverOf(failing)).url, events: ['system.*'] } })
    await emit(world.system, caller.school, [{}])
    for (const event_type of ['order.*', 'system.*'])
      for (let attempt = 1; attempt <= 7; attempt++) {
        const delivery = await afterAttempt(caller, attempt, { event_type })
        if (delivery.next_attempt_at)
          world.turn(Date.parse(delivery.next_attempt_at) - world.clock.now().getTime() + 1)
      }
    expect((await events.list({ query: { type: 'system.*' } })).data).toHaveLength(1)
  })

  test('a retry goes to the present address under the present subscription', async () => {
    const caller = world.system.caller()
    const { webhooks } = webhooksOf(world.system, caller)
    const { id, secret } = await webhooks.create({
      body: { url: (await world.receiverOf(failing)).url, events: ['*'] },
    })
    await emit(world.system, caller.school, [{}])
    await afterAttempt(caller, 1)
    const next = await world.receiverOf()
    await webhooks.update({ path: { id }, body: { url: next.url } })
    world.turn(66_000)
    const arrived = await eventually('the retry', () => next.received[0])
    expect(isSigned(arrived, secret)).toBe(true)
    expect(await afterAttempt(caller, 2)).toMatchObject({ status: 'delivered', next_attempt_at: null })
  })

  test('while a subscription is inactive its deliveries wait, and it skips new events', async () => {
    const caller = world.system.caller()
    const { webhooks, deliveries, events } = webhooksOf(world.system, caller)
    const receiver = await world.receiverOf(failing)
    const { id } = await webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    await emit(world.system, caller.school, [{}])
    await afterAttempt(caller, 1)
    await webhooks.update({ path: { id }, body: { active: false } })
    // Who holds the channel still would send until it has heard of that.
    await world.facts.channelAtRest(id)
    world.turn(66_000)
    const [passed] = await emit(world.system, caller.school, [{}])
    await eventually('the journal', () => events.get({ path: { id: passed!.id } }))
    // Another subscription that is served meanwhile shows that the dispatcher has looked.
    const other = world.system.caller()
    const busy = await world.receiverOf()
    await webhooksOf(world.system, other).webhooks.create({ body: { url: busy.url, events: ['*'] } })
    await emit(world.system, other.school, [{}])
    await eventually('the other', () => busy.received[0])
    expect(await one(caller)).toMatchObject({ status: 'waiting_retry', attempt_count: 1 })
    expect((await deliveries.list()).data).toHaveLength(1)
    await webhooks.update({ path: { id }, body: { active: true } })
    await afterAttempt(caller, 2)
  })

  test('while a school is suspended its deliveries wait; after that, they are sent', async () => {
    const caller = world.system.caller()
    const { webhooks, events } = webhooksOf(world.system, caller)
    const receiver = await world.receiverOf()
    await webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    const { runtime } = world.system.services.webhooks!
    const { js, manager } = world.system.bus
    const subject = invalidationSubject(caller.school, 'site')
    const say = (status: string, msgID = newId('evt')) =>
      js.publish(subject, JSON.stringify({ kind: 'school', status }), { msgID })
    const isSuspended = async () => {
      const { rows } = await runtime.system.pool.query(
        'select suspended from webhooks.channels where school_id = $1',
        [caller.school],
      )
      return rows[0].suspended as boolean
    }
    const early = newId('evt')
    await say('suspended')
    await eventually('the suspension', isSuspended)
    const [emitted] = await emit(world.system, caller.school, [{}])
    await eventually('the journal', () => events.get({ path: { id: emitted!.id } }))
    expect(await one(caller)).toMatchObject({ status: 'pending', attempt_count: 0 })
    expect(receiver.received).toEqual([])
    await say('active')
    await eventually('the delivery', () => receiver.received[0])
    await afterAttempt(caller, 1)
    // A message that a relay publishes again long afterwards is older than the stored state.
    await say('suspended', early)
    await eventually('it to be heard', async () => {
      const heard = await manager.consumers.info(streams.internal.name, 'webhooks-school-states')
      return heard.num_pending + heard.num_ack_pending === 0
    })
    expect(await isSuspended()).toBe(false)
  })

  test('a hung receiver delays nobody else', async () => {
    const caller = world.system.caller()
    const { webhooks, deliveries } = webhooksOf(world.system, caller)
    const hung = await world.receiverOf(() => {})
    const good = await world.receiverOf()
    await webhooks.create({ body: { url: hung.url, events: ['*'] } })
    const { id } = await webhooks.create({ body: { url: good.url, events: ['*'] } })
    await emit(world.system, caller.school, Array(50).fill({}))
    await eventually('all of the good one', async () => {
      const { data } = await deliveries.list({ query: { webhook_id: id, status: 'delivered' } })
      return data.length === 50
    })
    expect(hung.received).toHaveLength(8)
  })

  test('are filtered by their fields, and contain attempts only on request', async () => {
    const caller = world.system.caller()
    const { webhooks, deliveries } = webhooksOf(world.system, caller)
    const good = await webhooks.create({ body: { url: (await world.receiverOf()).url, events: ['order.*'] } })
    const bad = await webhooks.create({
      body: { url: (await world.receiverOf(failing)).url, events: ['user.*'] },
    })
    const [order, user] = await emit(world.system, caller.school, [
      { type: 'order.paid' },
      { type: 'user.created' },
    ])
    const idsOf = async (query: Record<string, string>) => {
      const page = await deliveries.list({ query })
      expect(page.warnings).toBeUndefined()
      return page.data.map(({ webhook_id }) => webhook_id)
    }
    await eventually('both', async () => (await idsOf({ status: 'delivered,waiting_retry' })).length === 2)
    expect(await idsOf({ status: 'delivered' })).toEqual([good.id])
    expect(await idsOf({ status: 'failed' })).toEqual([])
    expect(await idsOf({ event_type: 'user.*' })).toEqual([bad.id])
    expect(await idsOf({ event_type: 'order.paid' })).toEqual([good.id])
    expect(await idsOf({ event_id: order!.id })).toEqual([good.id])
    expect(await idsOf({ webhook_id: bad.id })).toEqual([bad.id])
    expect(await idsOf({ request_id: user!.requestId })).toEqual([bad.id])
    expect(await idsOf({ manual: 'true' })).toEqual([])
    expect(await idsOf({ 'created_at[gt]': '2100-01-01T00:00:00Z' })).toEqual([])
    const plain = await deliveries.list({ query: { webhook_id: bad.id } })
    expect(plain.data[0]).not.toHaveProperty('attempts')
    expect((await one(caller, { webhook_id: bad.id })).attempts).toMatchObject([
      { number: 1, response_code: 500, response_body: 'no', error: 'http_status' },
    ])
    expect((await webhooksOf(world.system).deliveries.list()).data).toEqual([])
  })

  test('a retry of a subscription at rest wakes it', async () => {
    const subscription = await world.subscribe()
    await subscription.emit({})
    const [delivered] = await eventually('the delivery', async () => {
      const { data } = await subscription.deliveries.list({ query: { status: 'delivered' } })
      return data.length > 0 && data
    })
    await world.facts.channelAtRest(subscription.path.id)
    await subscription.deliveries.retry({ body: { delivery_ids: [delivered!.id] } })
    await eventually('the retry', () => world.receiver.received.length === 2)
  })
})
