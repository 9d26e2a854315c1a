import { signLms, standardSecret } from '@lms/service-host/outside'
import { eventually } from '@lms/testing'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { isSigned, type Received } from '../testing/receiver.ts'
import { type World, webhooksWorld } from '../testing/world.ts'
import { placeOf } from './sealed-secrets.ts'
import { settleRotations } from './settle-rotations.ts'

async function subscribeIn(world: World) {
  const { webhooks, made: webhook, path, emit } = await world.subscribe()
  const change = (body: Parameters<typeof webhooks.update>[0]['body']) => webhooks.update({ path, body })
  const arrival = async () => {
    const [emitted] = await emit({})
    return eventually('the delivery', () =>
      world.receiver.received.find(({ envelope }) => envelope.id === emitted!.id),
    )
  }
  /** The first of several deliveries with this property: senders notice a change within moments. */
  const arrivalThat = (isSo: (delivery: Received) => boolean) =>
    eventually('a delivery after the change', async () => {
      const delivery = await arrival()
      return isSo(delivery) && delivery
    })
  return { webhooks, id: webhook.id, secret: webhook.secret, change, arrival, arrivalThat }
}
const isSignedTwice = ({ headers }: Received) => 'x-lms-signature-next' in headers
const isSignedNext = ({ headers, body }: Received, secret: string) => {
  const signature = String(headers['x-lms-signature-next'])
  return signature === signLms(secret, body, Number(/^t=(\d+),/.exec(signature)?.[1]))
}

describe('the secret of a subscription', () => {
  const world = webhooksWorld()
  const subscribe = () => subscribeIn(world)

  test('has signatures that independent implementations of both schemes accept, and no other secret', async () => {
    const { secret, arrival } = await subscribe()
    const { headers, body } = await arrival()
    const signature = String(headers['x-lms-signature'])
    const stripe = new Stripe('sk_test_unused')
    expect(stripe.webhooks.constructEvent(body, signature, secret)).toMatchObject({ type: 'order.paid' })
    expect(() => stripe.webhooks.constructEvent(`${body} `, signature, secret)).toThrow()
    expect(() => stripe.webhooks.constructEvent(body, signature, 'another secret')).toThrow()
    const standard = headers as Record<string, string>
    for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)])
      expect(() => library.verify(body, standard)).not.toThrow()
    expect(() => new StandardWebhook(standardSecret('another secret')).verify(body, standard)).toThrow()
  })

  test('during a rotation the old one continues to sign and the new one signs beside it, until completion', async () => {
    const { webhooks, id, secret: old, change, arrivalThat } = await subscribe()
    const rotation = await change({ rotate_secret: {} })
    const next = rotation.secret!
    expect(next).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    const remainingMs = Date.parse(rotation.rotation_ends_at!) - world.clock.now().getTime()
    expect(Math.abs(remainingMs - 24 * 3600_000)).toBeLessThan(60_000)
    const { secret: _, ...visible } = rotation
    expect(await webhooks.get({ path: { id } })).toEqual(visible)

    const meanwhile = await arrivalThat(isSignedTwice)
    expect(isSigned(meanwhile, old)).toBe(true)
    expect(isSignedNext(meanwhile, next)).toBe(true)
    const standard = meanwhile.headers as Record<string, string>
    for (const secret of [old, next])
      expect(new StandardWebhook(standardSecret(secret)).verify(meanwhile.body, standard)).toBeTruthy()

    const done = await change({ complete_rotation: true })
    expect(done).toMatchObject({ rotation_ends_at: null })
    expect(done).not.toHaveProperty('secret')
    const after = await arrivalThat(delivery => !isSignedTwice(delivery))
    expect(isSigned(after, next)).toBe(true)
  })

  test('a canceled rotation leaves only the old one', async () => {
    const { secret: old, change, arrivalThat } = await subscribe()
    await change({ rotate_secret: { secret: 'a secret of one’s own' } })
    await arrivalThat(isSignedTwice)
    expect(await change({ cancel_rotation: true })).toMatchObject({ rotation_ends_at: null })
    expect(isSigned(await arrivalThat(delivery => !isSignedTwice(delivery)), old)).toBe(true)
  })

  test('without overlap the new one replaces it at once', async () => {
    const { change, arrivalThat } = await subscribe()
    const { secret, rotation_ends_at } = await change({ rotate_secret: { overlap_seconds: 0 } })
    expect(rotation_ends_at).toBeNull()
    const after = await arrivalThat(delivery => isSigned(delivery, secret!))
    expect(isSignedTwice(after)).toBe(false)
  })

  test('invalid requests are refused', async () => {
    const { change } = await subscribe()
    const ended = { status: 409, reason: 'no_rotation' }
    await expect(change({ complete_rotation: true })).rejects.toMatchObject(ended)
    await expect(change({ cancel_rotation: true })).rejects.toMatchObject(ended)
    for (const expires_at of [world.clock.now(), new Date(world.clock.now().getTime() + 8 * 24 * 3600_000)])
      await expect(change({ rotate_secret: { expires_at: expires_at.toISOString() } })).rejects.toMatchObject(
        { status: 422, reason: 'rotation_end_refused' },
      )
    for (const body of [
      { rotate_secret: { overlap_seconds: 8 * 24 * 3600 } },
      { rotate_secret: { overlap_seconds: 60, expires_at: '2030-01-01T00:00:00Z' } },
      { rotate_secret: { secret: 'short' } },
      { rotate_secret: {}, complete_rotation: true as const },
    ])
      await expect(change(body)).rejects.toMatchObject({ status: 400 })
    await change({ rotate_secret: {} })
    await expect(change({ rotate_secret: {} })).rejects.toMatchObject({
      status: 409,
      reason: 'rotation_under_way',
    })
  })

  test('a new one is shown again to a repetition of the same request, and stored encrypted', async () => {
    const { webhooks, id } = await subscribe()
    const rotate = () =>
      webhooks.update({ path: { id }, body: { rotate_secret: {} }, idempotencyKey: 'rotate' })
    const { secret } = await rotate()
    expect((await rotate()).secret).toBe(secret)
    const { rows } = await world.system.services.webhooks!.runtime.system.pool.query(
      `select s::text as text from webhooks.subscriptions s union all select k::text from webhooks.idempotency_keys k`,
    )
    expect(rows.filter(({ text }) => text.includes(secret!))).toEqual([])
  })
})

// The other tests verify signatures against the time of this machine; these have a clock of their own.
describe('time', () => {
  const world = webhooksWorld()

  test('a rotation ends by the clock, in requests, answers and the row', async () => {
    const { webhooks, id, change, arrivalThat } = await subscribeIn(world)
    const { secret: next } = await change({ rotate_secret: { overlap_seconds: 3600 } })
    await arrivalThat(isSignedTwice)
    world.turn(3_601_000)
    expect(isSigned(await arrivalThat(delivery => !isSignedTwice(delivery)), next!)).toBe(true)
    expect(await webhooks.get({ path: { id } })).toMatchObject({ rotation_ends_at: null })

    const { runtime } = world.system.services.webhooks!
    await settleRotations(runtime)
    const { rows } = await runtime.system.pool.query(
      'select school_id, id, secret, next_secret, rotation_ends_at from webhooks.subscriptions where id = $1',
      [id],
    )
    expect(rows[0]).toMatchObject({ next_secret: null, rotation_ends_at: null })
    expect(runtime.vault.open(rows[0].secret, placeOf(rows[0].school_id, rows[0].id))).toBe(next)
    // The next rotation starts from there.
    expect(await change({ rotate_secret: {} })).toHaveProperty('secret')
    expect(isSigned(await arrivalThat(isSignedTwice), next!)).toBe(true)
  })
})
