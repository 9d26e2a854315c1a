import { eventually } from '@lms/testing'
import { webhooksWorld } from '../testing/world.ts'

describe('headers and credential of a subscription', () => {
  const world = webhooksWorld()

  test('are part of each delivery and test, are encrypted, and are shown only by name', async () => {
    const { receiver } = world
    const own = {
      headers: { 'X-Tenant': 'north-wing' },
      credential: { type: 'bearer', token: 'tok-4711' },
    } as const
    const { webhooks, made: webhook, path, emit } = await world.subscribe(own)
    expect(webhook.header_names).toEqual(['X-Tenant', 'Authorization'])
    await emit({})
    const sent = await eventually('the delivery', () => receiver.received[0])
    expect(sent.headers).toMatchObject({ 'x-tenant': 'north-wing', authorization: 'Bearer tok-4711' })
    const tested = await webhooks.test({ path, body: {} })
    expect(receiver.received[1]!.headers).toMatchObject({ authorization: 'Bearer tok-4711' })
    const answers = JSON.stringify([webhook, tested, await webhooks.get({ path }), await webhooks.list()])
    expect(answers).not.toMatch(/north-wing|tok-4711/)
    const [row] = await world.facts.rows(
      'select s::text as text from webhooks.subscriptions s where id = $1',
      [webhook.id],
    )
    expect(row.text).not.toMatch(/north-wing|tok-4711/)
  })

  test('stay with the same origin, and never go to another', async () => {
    const [first, second] = [world.receiver, await world.receiverOf()]
    const credential = { type: 'basic', username: 'lms', password: 'pass-4711' } as const
    const { webhooks, path, emit } = await world.subscribe({ credential })
    const deeper = { url: `${first.url}/deeper`, description: 'x' }
    const same = await webhooks.update({ path, body: deeper })
    expect(same.header_names).toEqual(['Authorization'])
    const moved = await webhooks.update({ path, body: { url: second.url } })
    expect(moved.header_names).toEqual([])
    await emit({})
    const sent = await eventually('the delivery', () => second.received[0])
    expect(sent.headers).not.toHaveProperty('authorization')
  })

  test('a reserved name is refused', async () => {
    const creation = world.subscribe({ headers: { 'X-LMS-Signature': 'forged' } })
    await expect(creation).rejects.toMatchObject({ status: 400, details: [{ path: 'body.headers' }] })
  })
})
