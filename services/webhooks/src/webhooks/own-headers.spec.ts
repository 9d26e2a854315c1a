import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { type Receiver, startReceiver, startWebhooks, tell, webhooksOf } from '../testing/receiver.ts'

describe('headers and credential of a subscription', () => {
  let system: TestSystem
  let facts: Facts
  const receivers: Receiver[] = []
  const receiverOf = async () => {
    const receiver = await startReceiver()
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

  test('go with each delivery and test, are sealed, and are shown by their names alone', async () => {
    const caller = system.caller()
    const { webhooks } = webhooksOf(system, caller)
    const receiver = await receiverOf()
    const own = {
      headers: { 'X-Tenant': 'north-wing' },
      credential: { type: 'bearer', token: 'tok-4711' },
    } as const
    const made = await webhooks.create({ body: { url: receiver.url, events: ['*'], ...own } })
    expect(made.header_names).toEqual(['X-Tenant', 'Authorization'])
    await tell(system, caller.school, [{}])
    const sent = await eventually('the delivery', () => receiver.received[0])
    expect(sent.headers).toMatchObject({ 'x-tenant': 'north-wing', authorization: 'Bearer tok-4711' })
    const tested = await webhooks.test({ path: { id: made.id }, body: {} })
    expect(receiver.received[1]!.headers).toMatchObject({ authorization: 'Bearer tok-4711' })
    const shown = JSON.stringify([
      made,
      tested,
      await webhooks.get({ path: { id: made.id } }),
      await webhooks.list(),
    ])
    expect(shown).not.toMatch(/north-wing|tok-4711/)
    const [row] = await facts.rows('select s::text as text from webhooks.subscriptions s where id = $1', [
      made.id,
    ])
    expect(row.text).not.toMatch(/north-wing|tok-4711/)
  })

  test('stay where the address stays, and never go to another origin', async () => {
    const caller = system.caller()
    const { webhooks } = webhooksOf(system, caller)
    const [first, second] = [await receiverOf(), await receiverOf()]
    const credential = { type: 'basic', username: 'lms', password: 'pass-4711' } as const
    const { id } = await webhooks.create({ body: { url: first.url, events: ['*'], credential } })
    const same = await webhooks.change({
      path: { id },
      body: { url: `${first.url}/deeper`, description: 'x' },
    })
    expect(same.header_names).toEqual(['Authorization'])
    const moved = await webhooks.change({ path: { id }, body: { url: second.url } })
    expect(moved.header_names).toEqual([])
    await tell(system, caller.school, [{}])
    const sent = await eventually('the delivery', () => second.received[0])
    expect(sent.headers).not.toHaveProperty('authorization')
  })

  test('a reserved name is refused', async () => {
    const { webhooks } = webhooksOf(system)
    const made = webhooks.create({
      body: { url: (await receiverOf()).url, events: ['*'], headers: { 'X-LMS-Signature': 'forged' } },
    })
    await expect(made).rejects.toMatchObject({ status: 400, details: [{ path: 'body.headers' }] })
  })
})
