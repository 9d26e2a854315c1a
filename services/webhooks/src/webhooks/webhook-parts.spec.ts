// A subscriber chooses the events by their content, and the fields of their objects.
import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { isSigned, webhooksOf } from '../testing/receiver.ts'
import { webhooksWorld } from '../testing/world.ts'

describe('the events that a subscription sends', () => {
  const world = webhooksWorld()

  const order = (more: object = {}) => ({
    id: newId('ord'),
    status: 'paid',
    amount: 4900,
    comment: 'Quick!',
    ...more,
  })
  const subscribe = async (options: Parameters<typeof world.subscribe>[0]) => {
    const subscribed = await world.subscribe({ events: ['order.*'], ...options })
    /** Emits events and waits until the last one, a marked order, has arrived. */
    const emitted = async (objects: object[]) => {
      const events = objects.map(object => ({ object: object as Record<string, unknown> }))
      const ids = (await subscribed.emit(...events)).map(({ id }) => id)
      await eventually('the journal', () => subscribed.events.get({ path: { id: ids.at(-1)! } }))
      return ids
    }
    return { ...subscribed, emitted }
  }
  const arrived = (count: number) =>
    eventually('what is sent', () => world.receiver.received.length >= count && world.receiver.received)

  test('fields: those of the object and of previous, with its id; the signature covers them', async () => {
    const { made: webhook, emitted } = await subscribe({ fields: ['status', 'items.quantity'] })
    expect(webhook.fields).toEqual(['status', 'items.quantity'])
    const object = order({ items: [{ id: 'ori_1', quantity: 2 }, { quantity: 3 }] })
    await emitted([object])
    const [sent] = await arrived(1)
    expect(sent!.envelope.data).toEqual({
      object: { id: object.id, status: 'paid', items: [{ quantity: 2 }, { quantity: 3 }] },
    })
    expect(isSigned(sent!, webhook.secret)).toBe(true)
    expect(Object.keys(sent!.envelope)).toEqual([
      'id',
      'type',
      'created_at',
      'api_version',
      'sequence',
      'replayed',
      'data',
      'related',
    ])
  })

  test('fields: of previous no more than of the object', async () => {
    const { webhooks, path } = await subscribe({ events: ['user.*'], fields: ['id'] })
    const body = { type: 'user.updated' }
    await webhooks.test({ path, body })
    const id = world.receiver.received[0]!.envelope.data.object.id
    expect(world.receiver.received[0]!.envelope.data).toEqual({ object: { id }, previous: {} })
    await webhooks.update({ path, body: { fields: ['id', 'first_name'] } })
    await webhooks.test({ path, body })
    expect(world.receiver.received[1]!.envelope.data).toEqual({
      object: { id, first_name: 'Anna' },
      previous: { first_name: 'Ann' },
    })
    expect(await webhooks.update({ path, body: { fields: null } })).toMatchObject({ fields: null })
    await webhooks.test({ path, body })
    expect(world.receiver.received[2]!.envelope.data.object).toHaveProperty('email')
    expect((await webhooks.get({ path })).fields).toBeNull()
  })

  test('filter: events that do not match make no delivery, and leave a gap in the sequence', async () => {
    const {
      emitted,
      deliveries,
      made: webhook,
    } = await subscribe({
      filter: { status: 'paid,refunded', 'amount[gte]': '1000' },
    })
    expect(webhook.filter).toEqual({ status: 'paid,refunded', 'amount[gte]': '1000' })
    const ids = await emitted([
      order(),
      order({ amount: 999 }),
      order({ status: 'canceled' }),
      order({ amount: 1000 }),
    ])
    const sent = await arrived(2)
    expect(sent.map(({ envelope }) => envelope.id).sort()).toEqual([ids[0], ids[3]].sort())
    expect(sent.map(({ envelope }) => envelope.sequence).sort()).toEqual([1, 4])
    expect((await deliveries.list()).data.map(({ event_id }) => event_id).sort()).toEqual(
      [ids[0], ids[3]].sort(),
    )
  })

  test('filter: a waiting delivery that does not match the present filter is not sent', async () => {
    const { emitted, webhooks, path, deliveries } = await subscribe({})
    world.receiver.answer = (_, response) => void response.writeHead(500).end()
    const [id] = await emitted([order({ amount: 5 })])
    await eventually(
      'the first attempt',
      async () => (await deliveries.list({ query: { status: 'waiting_retry' } })).data[0],
    )
    await webhooks.update({ path, body: { filter: { 'amount[gt]': '5' } } })
    const failed = await deliveries.list({ query: { event_id: id! } })
    await world.facts.rows('update webhooks.due set at = now() where webhook_id = $1', [path.id])
    await world.facts.rows('update webhooks.channels set wake_at = now() where webhook_id = $1', [path.id])
    await eventually(
      'its end',
      async () => (await deliveries.list({ query: { event_id: id!, status: 'failed' } })).data[0],
    )
    expect(world.receiver.received).toHaveLength(1)
    await webhooks.update({ path, body: { filter: { 'amount[gt]': '4' } } })
    await deliveries.retry({ body: { delivery_ids: [failed.data[0]!.id] } })
    await arrived(2)
  })

  test('replays and tests apply both', async () => {
    const { emitted, webhooks, events, path } = await subscribe({ active: false })
    const ids = await emitted([order({ amount: 1 }), order({ amount: 2 }), order({ amount: 1 })])
    await webhooks.update({ path, body: { active: true, fields: ['amount'], filter: { amount: '2' } } })
    expect(await events.replay({ path: { id: ids[0]! as never } })).toMatchObject({ deliveries: 0 })
    expect(await events.replay({ path: { id: ids[1]! as never } })).toMatchObject({ deliveries: 1 })
    await arrived(1)
    await events.replayMany({ body: { types: ['order.*'] } })
    const sent = await arrived(2)
    expect(await webhooks.test({ path, body: {} })).toMatchObject({ event: { id: ids[1] }, example: false })
    for (const { envelope } of sent) {
      expect(envelope.id).toBe(ids[1])
      expect(envelope.data.object).toEqual({ id: expect.any(String), amount: 2 })
    }
    await webhooks.update({ path, body: { filter: { amount: '3' } } })
    expect(await webhooks.test({ path, body: {} })).toMatchObject({ example: true })
  })

  test.each<[string, object, string, string]>([
    ['a field that there is not', { fields: ['status', 'amuont'] }, 'unknown_field', 'body.fields.1'],
    ['a field of other events', { fields: ['time_zone'] }, 'unknown_field', 'body.fields.0'],
    ['a condition on what there is not', { filter: { amuont: '1' } }, 'unknown_field', 'body.filter.amuont'],
    ['a condition on an object', { filter: { items: '1' } }, 'unknown_field', 'body.filter.items'],
    [
      'a link that there is not',
      { filter: { 'related.x_id': '1' } },
      'unknown_field',
      'body.filter.related.x_id',
    ],
    ['an unknown operator', { filter: { 'amount[ne]': '1' } }, 'unknown_field', 'body.filter.amount[ne]'],
    ['a state that there is not', { filter: { status: 'payed' } }, 'filter_refused', 'body.filter.status'],
    ['no number', { filter: { 'amount[gt]': 'much' } }, 'filter_refused', 'body.filter.amount[gt]'],
    ['two bounds', { filter: { 'amount[gt]': '1,2' } }, 'filter_refused', 'body.filter.amount[gt]'],
    ['a bound of a state', { filter: { 'status[gt]': 'paid' } }, 'filter_refused', 'body.filter.status[gt]'],
    ['no time', { filter: { 'paid_at[lt]': 'soon' } }, 'filter_refused', 'body.filter.paid_at[lt]'],
    ['an id of another kind', { filter: { user_id: newId('ord') } }, 'filter_refused', 'body.filter.user_id'],
  ])('%s is refused, at creation and at a change', async (_, input, reason, path) => {
    const refused = { status: 422, reason, details: [{ path }] }
    await expect(subscribe(input)).rejects.toMatchObject(refused)
    const { webhooks, path: at } = await subscribe({})
    await expect(webhooks.update({ path: at, body: input })).rejects.toMatchObject(refused)
  })

  test('a condition on an e-mail ignores case on both sides', async () => {
    const { emit, emitted } = await subscribe({ events: ['user.*'], filter: { email: 'ANN@school.example' } })
    const event = (email: string) => ({ type: 'user.created', object: { id: newId('usr'), email } })
    const [first] = await emit(event('Ann@School.example'), event('bob@school.example'))
    await emitted([order()])
    expect((await arrived(1)).map(({ envelope }) => envelope.id)).toEqual([first!.id])
  })

  test('need a key that may read the events: otherwise tests would reveal their content', async () => {
    const { caller, path, webhooks } = await subscribe({ events: ['user.*'], fields: ['id'] })
    const narrow = webhooksOf(world.system, { ...caller, rights: [['webhooks:write', 'webhooks:read']] })
    for (const body of [{ fields: null }, { fields: ['email'] }, { filter: { email: 'a@b.example' } }])
      await expect(narrow.webhooks.update({ path, body })).rejects.toMatchObject({
        status: 403,
        reason: 'events_unreadable',
        details: [{ path: 'id', message: expect.stringContaining('needs users:read') }],
      })
    expect(await webhooks.get({ path })).toMatchObject({ fields: ['id'], filter: null, version: 1 })
  })

  test('existing ones are checked against other events too', async () => {
    const { webhooks, path } = await subscribe({ fields: ['amount'], filter: { 'amount[gt]': '5' } })
    await expect(webhooks.update({ path, body: { events: ['user.*'] } })).rejects.toMatchObject({
      reason: 'unknown_field',
    })
    const changed = await webhooks.update({ path, body: { events: ['user.*'], fields: null, filter: {} } })
    expect(changed).toMatchObject({ events: ['user.*'], fields: null, filter: null })
  })

  test.each([
    ['conditions', { filter: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a${at}`, '1'])) }],
    ['bytes', { filter: { comment: 'ü'.repeat(2048) } }],
    ['fields', { fields: Array(101).fill('status') }],
  ])('too many %s are refused', async (_, input) => {
    await expect(subscribe(input)).rejects.toMatchObject({ status: 400 })
  })
})
