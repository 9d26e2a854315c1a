// What a subscription sends is what its events say now, and what whoever last gave its address may read.
import type { Caller } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { type Receiver, startReceiver, startWebhooks, tell, webhooksOf } from '../testing/receiver.ts'

describe('rights of what is sent', () => {
  let system: TestSystem
  let facts: Facts
  const receivers: Receiver[] = []
  const receiverOf = async (status = 200) => {
    const receiver = await startReceiver((_, response) => void response.writeHead(status).end())
    receivers.push(receiver)
    return receiver
  }
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
  })
  afterAll(async () => {
    await Promise.all(receivers.map(({ close }) => close()))
    await system.stop()
  })

  const person = { id: 'usr_x', email: 'ada@example.org', phone: '+491711234567' }
  const ofOrders = (caller: Caller): Caller => ({ ...caller, rights: [['webhooks:*', 'orders:read']] })
  const typesAt = ({ received }: Receiver) => received.map(({ envelope }) => envelope.type)

  /** A subscription that has sent a person, and sends orders alone since; its address is then the caller's. */
  async function moved() {
    const caller = system.caller()
    const [first, own] = [await receiverOf(), await receiverOf()]
    const { id } = await webhooksOf(system, caller).webhooks.create({
      body: { url: first.url, events: ['*'] },
    })
    await tell(system, caller.school, [{ type: 'user.created', object: person }, { type: 'order.paid' }])
    await eventually('both', () => first.received.length === 2)
    await webhooksOf(system, caller).webhooks.change({ path: { id }, body: { events: ['order.*'] } })
    const api = webhooksOf(system, ofOrders(caller))
    await api.webhooks.change({ path: { id }, body: { url: own.url } })
    const list = async () => (await api.deliveries.list({ query: { webhook_id: id } })).data
    await eventually('the log', async () => {
      const statuses = (await list()).map(({ status }) => status)
      return statuses.join() === 'delivered,delivered'
    })
    return { caller, api, id, own, list }
  }

  test('a retry of what the subscription sends no more is left out', async () => {
    const { api, own, list } = await moved()
    const deliveries = await list()
    const of = (type: string) => deliveries.find(({ event_type }) => event_type === type)!.id
    const retried = await api.deliveries.retry({ body: { delivery_ids: deliveries.map(({ id }) => id) } })
    expect(retried.skipped).toEqual([{ id: of('user.created'), reason: 'event_not_sent' }])
    expect(retried.data.map(({ retry_of }) => retry_of)).toEqual([of('order.paid')])
    await eventually('the order', () => own.received.length === 1)
    expect(typesAt(own)).toEqual(['order.paid'])
  })

  test('what waits for its next attempt ends unsent when the subscription sends it no more', async () => {
    const caller = system.caller()
    const [first, own] = [await receiverOf(500), await receiverOf()]
    const { id } = await webhooksOf(system, caller).webhooks.create({
      body: { url: first.url, events: ['*'] },
    })
    await tell(system, caller.school, [{ type: 'user.created', object: person }, { type: 'order.paid' }])
    await eventually('both', async () => (await facts.statuses(caller.school)).waiting_retry === 2)
    await webhooksOf(system, caller).webhooks.change({ path: { id }, body: { events: ['order.*'] } })
    await webhooksOf(system, ofOrders(caller)).webhooks.change({ path: { id }, body: { url: own.url } })
    await facts.rows(`update webhooks.due set at = now() where webhook_id = $1`, [id])
    await facts.rows(`update webhooks.lanes set wake_at = now() where webhook_id = $1`, [id])
    await eventually('both ends', async () => {
      const { delivered, failed } = await facts.statuses(caller.school)
      return delivered === 1 && failed === 1
    })
    expect(typesAt(own)).toEqual(['order.paid'])
    const [{ told }] = await facts.rows(
      `select count(*)::int as told from webhooks.events where school_id = $1 and type = 'system.webhook_failed'`,
      [caller.school],
    )
    expect(told).toBe(0)
  })

  test('masks that come to take more than their giver may read send no more than that, also in a replay', async () => {
    const { caller, api, id, own } = await moved()
    // As when a group gets an event with another right.
    await facts.rows(`update webhooks.subscriptions set events = '["*"]' where id = $1`, [id])
    const [told] = await tell(system, caller.school, [
      { type: 'user.updated', object: person },
      { type: 'order.created' },
    ])
    await eventually('the order', () => typesAt(own).includes('order.created'))
    const replayed = await webhooksOf(system, caller).events.replay({ path: { id: told!.id } })
    expect(replayed.deliveries).toBe(0)
    expect(typesAt(own)).toEqual(['order.created'])
    // Given by somebody who may read all of it, they send all of it.
    await webhooksOf(system, caller).webhooks.change({ path: { id }, body: { events: ['*'] } })
    await tell(system, caller.school, [{ type: 'user.updated', object: person }])
    await eventually('the person', () => typesAt(own).includes('user.updated'))
    expect((await api.webhooks.get({ path: { id } })) as object).not.toHaveProperty('sender_rights')
  })
})
