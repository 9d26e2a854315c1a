// A subscription sends what its present events include and the last caller who set its url may read.
import type { Caller } from '@lms/contract'
import { eventually } from '@lms/testing'
import { emit, type Receiver, webhooksOf } from '../testing/receiver.ts'
import { webhooksWorld } from '../testing/world.ts'

describe('permissions for sent events', () => {
  const world = webhooksWorld()
  const answering = (status: number) =>
    world.receiverOf((_, response) => void response.writeHead(status).end())

  const person = { id: 'usr_x', email: 'ada@example.org', phone: '+491711234567' }
  const ofOrders = (caller: Caller): Caller => ({
    ...caller,
    rights: [['webhooks:*', 'orders:read', 'checkouts:read']],
  })
  const typesAt = ({ received }: Receiver) => received.map(({ envelope }) => envelope.type)

  /** A subscription that has sent a person, and sends orders alone since; its address is then the caller's. */
  async function moved() {
    const [first, own] = [world.receiver, await answering(200)]
    const { caller, webhooks, made: webhook, path, emit } = await world.subscribe()
    await emit({ type: 'user.created', object: person }, { type: 'order.paid' })
    await eventually('both', () => first.received.length === 2)
    await webhooks.update({ path, body: { events: ['order.*'] } })
    const api = webhooksOf(world.system, ofOrders(caller))
    await api.webhooks.update({ path, body: { url: own.url } })
    const list = async () => (await api.deliveries.list({ query: { webhook_id: webhook.id } })).data
    await eventually('the log', async () => {
      const statuses = (await list()).map(({ status }) => status)
      return statuses.join() === 'delivered,delivered'
    })
    return { caller, api, id: webhook.id, own, list }
  }

  test('a retry of an event that the subscription no longer takes is skipped', async () => {
    const { api, own, list } = await moved()
    const deliveries = await list()
    const of = (type: string) => deliveries.find(({ event_type }) => event_type === type)!.id
    const retried = await api.deliveries.retry({ body: { delivery_ids: deliveries.map(({ id }) => id) } })
    expect(retried.skipped).toEqual([{ id: of('user.created'), reason: 'event_not_sent' }])
    expect(retried.data.map(({ retry_of }) => retry_of)).toEqual([of('order.paid')])
    await eventually('the order', () => own.received.length === 1)
    expect(typesAt(own)).toEqual(['order.paid'])
  })

  test('a waiting delivery ends unsent when the subscription no longer takes the event', async () => {
    const [first, own] = [await answering(500), await answering(200)]
    const { caller, webhooks, made: webhook, path, emit } = await world.subscribe({ url: first.url })
    await emit({ type: 'user.created', object: person }, { type: 'order.paid' })
    await eventually('both', async () => (await world.facts.statuses(caller.school)).waiting_retry === 2)
    await webhooks.update({ path, body: { events: ['order.*'] } })
    await webhooksOf(world.system, ofOrders(caller)).webhooks.update({ path, body: { url: own.url } })
    await world.facts.rows(`update webhooks.due set at = now() where webhook_id = $1`, [webhook.id])
    await world.facts.rows(`update webhooks.channels set wake_at = now() where webhook_id = $1`, [webhook.id])
    await eventually('both ends', async () => {
      const { delivered, failed } = await world.facts.statuses(caller.school)
      return delivered === 1 && failed === 1
    })
    expect(typesAt(own)).toEqual(['order.paid'])
    const [{ emitted }] = await world.facts.rows(
      `select count(*)::int as emitted from webhooks.events where school_id = $1 and type = 'system.webhook_failed'`,
      [caller.school],
    )
    expect(emitted).toBe(0)
  })

  test('masks that come to include more than their creator may read send no more than that, also in a replay', async () => {
    const { caller, api, id, own } = await moved()
    // As when a group gets an event with another right.
    await world.facts.rows(`update webhooks.subscriptions set events = '["*"]' where id = $1`, [id])
    const [emitted] = await emit(world.system, caller.school, [
      { type: 'user.updated', object: person },
      { type: 'order.created' },
    ])
    await eventually('the order', () => typesAt(own).includes('order.created'))
    const replayed = await webhooksOf(world.system, caller).events.replay({ path: { id: emitted!.id } })
    expect(replayed.deliveries).toBe(0)
    expect(typesAt(own)).toEqual(['order.created'])
    // Set by a caller who may read all of it, they send all of it.
    await webhooksOf(world.system, caller).webhooks.update({ path: { id }, body: { events: ['*'] } })
    await emit(world.system, caller.school, [{ type: 'user.updated', object: person }])
    await eventually('the person', () => typesAt(own).includes('user.updated'))
    expect((await api.webhooks.get({ path: { id } })) as object).not.toHaveProperty('sender_rights')
  })
})
