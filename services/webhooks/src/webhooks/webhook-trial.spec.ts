import { newId } from '@lms/contract'
import { enqueue, inSchool } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { isSigned, webhooksOf } from '../testing/receiver.ts'
import { webhooksWorld } from '../testing/world.ts'
import { sendTest } from './webhook-trial.ts'

describe('a test send', () => {
  const world = webhooksWorld()
  const subscribe = async (events = ['order.*']) => {
    const { made: webhook, ...subscribed } = await world.subscribe({ events, active: false })
    const test = (body: { type?: string } = {}, idempotencyKey?: string) =>
      subscribed.webhooks.test({ path: subscribed.path, body, ...(idempotencyKey ? { idempotencyKey } : {}) })
    return { ...subscribed, id: webhook.id, secret: webhook.secret, test }
  }

  test('sends the newest event that the subscription takes, signed, and returns the answer', async () => {
    const { events, emit, secret, test } = await subscribe()
    const emitted = await emit({ type: 'order.created' }, { type: 'order.paid' }, { type: 'user.created' })
    await eventually('the journal', () => events.get({ path: { id: emitted[2]!.id } }))
    world.receiver.answer = (_, response) => void response.writeHead(202).end('thank you')
    const result = await test()
    expect(result).toMatchObject({
      ok: true,
      response_code: 202,
      response_body: 'thank you',
      error: null,
      event: { id: emitted[1]!.id, type: 'order.paid' },
      example: false,
    })
    const [arrived] = world.receiver.received
    expect(isSigned(arrived!, secret)).toBe(true)
    expect(arrived!.envelope).toMatchObject({ id: emitted[1]!.id, sequence: 2, replayed: true })
    expect(arrived!.headers['x-lms-test']).toBe('1')
    expect(result.request_headers['X-LMS-Signature']).toBe(arrived!.headers['x-lms-signature'])
    expect((await test({ type: 'order.created' })).event.id).toBe(emitted[0]!.id)
  })

  test('sends an example if there is no event, and leaves no trace in journal and deliveries', async () => {
    const { events, deliveries, secret, test } = await subscribe(['system.webhook_failed', 'order.*'])
    const result = await test()
    expect(result).toMatchObject({ ok: true, example: true })
    expect(await test({ type: 'order.refunded' })).toMatchObject({ event: { type: 'order.refunded' } })
    expect(await test({ type: 'system.webhook_failed' })).toMatchObject({ ok: true })
    const news = world.receiver.received[2]!
    expect(isSigned(news, secret)).toBe(true)
    expect(news.envelope).toMatchObject({ sequence: 0, data: { object: { active: false } } })
    expect((await events.list()).data).toEqual([])
    expect((await deliveries.list()).data).toEqual([])
  })

  test("sends no event that the permissions of the subscription's creator do not cover", async () => {
    const { caller, id, events, emit, test } = await subscribe(['order.*', 'user.*'])
    const emitted = await emit({ type: 'order.paid' }, { type: 'user.created' })
    await eventually('the journal', () => events.get({ path: { id: emitted[1]!.id } }))
    // As if it had been made before there were such events.
    await world.system.services.webhooks!.runtime.system.pool.query(
      `update webhooks.subscriptions set sender_rights = '[["orders:read"]]' where school_id = $1 and id = $2`,
      [caller.school, id],
    )
    expect(await test()).toMatchObject({ event: { id: emitted[0]!.id }, example: false })
    expect(await test({ type: 'user.created' })).toMatchObject({ example: true })
  })

  test('a repetition under one Idempotency-Key gets the first answer and sends nothing', async () => {
    const { test } = await subscribe()
    const first = await test({}, 'once')
    expect(await test({}, 'once')).toEqual(first)
    expect(world.receiver.received).toHaveLength(1)
  })

  test('that a dead process has left is sent by another one, as the same event with the same body', async () => {
    const { caller, id, events, emit, test } = await subscribe(['order.paid', 'order.refunded'])
    const [event] = await emit({ type: 'order.paid' })
    await eventually('the journal', () => events.get({ path: { id: event!.id } }))
    await test({ type: 'order.paid' })
    await test({ type: 'order.refunded' })
    const sent = world.receiver.received.map(({ body }) => body)
    const sentEvents = sent.map(body => JSON.parse(body))
    await inSchool(caller.school, world.system.services.webhooks!.runtime, async ({ work }) => {
      for (const { id: event_id, type, sequence, created_at } of sentEvents)
        enqueue(work, sendTest.task, {
          webhook_id: id,
          event_id,
          type,
          example_of: sequence === 0 ? created_at : null,
        })
    })
    await eventually('the tests again', () => world.receiver.received.length === 4)
    const again = world.receiver.received.slice(2).map(({ body }) => body)
    expect(again.sort()).toEqual(sent.sort())
  })

  test('returns the failure: a refusal, a redirect, a closed connection, a forbidden address', async () => {
    const { caller, id, test } = await subscribe()
    world.receiver.answer = (_, response) => void response.writeHead(500).end('broken')
    expect(await test()).toMatchObject({
      ok: false,
      response_code: 500,
      response_body: 'broken',
      error: 'http_status',
    })
    world.receiver.answer = (_, response) =>
      void response.writeHead(302, { location: world.receiver.url }).end()
    expect(await test()).toMatchObject({ ok: false, response_code: 302, error: 'http_status' })
    world.receiver.answer = (_, response) => void response.destroy()
    expect(await test()).toMatchObject({
      ok: false,
      response_code: null,
      response_body: null,
      error: 'closed',
    })
    expect(world.receiver.received).toHaveLength(3)
    // As if the rules had become stricter since it was created.
    await world.system.services.webhooks!.runtime.system.pool.query(
      `update webhooks.subscriptions set url = 'http://169.254.169.254/latest' where school_id = $1 and id = $2`,
      [caller.school, id],
    )
    expect(await test()).toMatchObject({ ok: false, response_code: null, error: 'blocked_address' })
  })

  test('keeps no transaction and no connection meanwhile, and is bounded', async () => {
    const { webhooks, path, test } = await subscribe()
    const { pool } = world.system.services.webhooks!.runtime.database
    let open = () => {}
    const opened = new Promise<void>(resolve => {
      open = resolve
    })
    world.receiver.answer = (_, response) => void opened.then(() => response.end())
    const tests = Array.from({ length: 8 }, () => test())
    await eventually('their arrival', () => world.receiver.received.length === 8)
    await eventually('no connection in use', () => pool.idleCount === pool.totalCount)
    await expect(test()).rejects.toMatchObject({ status: 429, reason: 'rate_limited' })
    open()
    for (const result of await Promise.all(tests)) expect(result.ok).toBe(true)
    expect(await webhooks.get({ path })).toMatchObject({ version: 1 })
    expect(await test()).toMatchObject({ ok: true })
  })

  test('refuses an unknown type or one that the subscription does not take, and an unknown subscription', async () => {
    const { id, test } = await subscribe()
    await expect(test({ type: 'order.payed' })).rejects.toMatchObject({
      status: 422,
      reason: 'unknown_event',
    })
    await expect(test({ type: 'order.*' })).rejects.toMatchObject({ status: 422, reason: 'unknown_event' })
    await expect(test({ type: 'user.created' })).rejects.toMatchObject({
      status: 422,
      reason: 'type_not_taken',
    })
    for (const unknown of [id, newId('whk')])
      await expect(
        webhooksOf(world.system).webhooks.test({ path: { id: unknown }, body: {} }),
      ).rejects.toMatchObject({ status: 404 })
    expect(world.receiver.received).toEqual([])
  })
})
