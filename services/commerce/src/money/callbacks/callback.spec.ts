// Callbacks of Stripe's double at the school's own address, through the gateway.
import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { card } from '../../testing/charging.ts'
import { type StripeWorld, startStripeWorld, stripeSecret, stripeShopOf } from '../../testing/stripe-shop.ts'
import { lookAfter, maxLooks } from '../charges/charge.task.ts'
import { recordDispute } from '../charges/dispute.ts'
import { eventOf, goodKey, refundThere } from '../providers/stripe/stripe-double.ts'
import { newRefund } from '../refund-model/refund.rules.ts'
import { failRefund } from '../refund-model/refund.ts'

let world: StripeWorld
beforeAll(async () => {
  world = await startStripeWorld()
})
beforeEach(() => world.stripe.reset())
afterAll(() => world?.stop())

const secret = stripeSecret
const shop = () => stripeShopOf(world)

const typesOf = (events: { type: string }[]) => events.map(({ type }) => type)

test('the person pays on Stripe’s page, and the callback pays the order, saves the card, and may come twice', async () => {
  const { redirect_url, session, report, order_id, payment_id, orderNow, eventsOf, row, inShop } =
    await shop()
  expect(redirect_url).toBe(`https://checkout.stripe.com/c/pay/${session}`)
  const events = world.stripe.pay(session)
  for (const event of [...events, ...events]) expect(await report(event)).toBe(200)
  expect(await orderNow(order_id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
  expect(typesOf(await eventsOf(payment_id))).toEqual(['payment.succeeded'])
  const paid = await row(payment_id)
  expect(paid).toMatchObject({
    status: 'succeeded',
    provider_reference: expect.stringMatching(/^pi_/),
    redirect_url: null,
  })
  const method = await inShop((_, { paymentMethods }) => paymentMethods.get(paid.payment_method_id!))
  expect(method).toMatchObject({ brand: 'visa', last4: '4242', expires: '2031-04' })
  expect(world.stripe.charges).toEqual([{ payment_id, amount: 10_000, currency: 'eur' }])
})

test('ten callbacks about one payment at once are one payment', async () => {
  const { session, send, sign, work, order_id, payment_id, orderNow, eventsOf } = await shop()
  const [succeeded] = world.stripe.pay(session)
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(sign(succeeded!))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await work()
  expect(await orderNow(order_id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
  expect(typesOf(await eventsOf(payment_id))).toEqual(['payment.succeeded'])
})

test('a forged callback is refused and changes nothing', async () => {
  const { session, send, sign, work, order_id, orderNow } = await shop()
  const [succeeded] = world.stripe.pay(session)
  const good = sign(succeeded!)
  const stale = world.stripe.sign(succeeded!, secret, new Date(world.time - 301_000))
  for (const forged of [
    { ...good, headers: {} },
    { ...good, body: good.body.replace('"amount":10000', '"amount":10001') },
    { ...good, body: ` ${good.body}` },
    world.stripe.sign(succeeded!, 'whsec_another_secret', new Date(world.time)),
    stale,
  ]) {
    const answer = await send(forged)
    expect([answer.status, answer.body.error.reason]).toEqual([400, 'callback_forged'])
  }
  await work()
  expect((await orderNow(order_id)).status).toBe('waiting_payment')
  expect((await send(good)).status).toBe(200)
})

test('a callback is for a connection of the school that takes callbacks, and of bounded size', async () => {
  const { api, session, send, sign, host } = await shop()
  const other = await shop()
  const [succeeded] = world.stripe.pay(session)
  const good = sign(succeeded!)
  const manual = await api.paymentProviders.create({ body: { kind: 'manual', name: 'Transfer' } })
  const at = (id: string) => `/hooks/payments/${id}`
  for (const path of [at(other.provider.id), at(newId('pvd')), at('pvd_1'), at(''), at(manual.id)])
    expect((await send(good, path)).status).toBe(404)
  expect((await world.gateway.call('GET', at(other.provider.id), { host: other.host })).status).toBe(404)
  const large = await send({ ...good, body: `${good.body}${' '.repeat(256 * 1024)}` })
  expect([large.status, large.body.error.reason]).toEqual([400, 'malformed_request'])
  const nobody = await world.gateway.call('POST', at(other.provider.id), { host: 'nobody.example', ...good })
  expect(nobody.status).toBe(404)
  expect((await world.gateway.call('POST', at(other.provider.id), { host, ...good })).status).toBe(404)
})

test('callbacks out of order: a late failure changes nothing, and a success after a failure counts', async () => {
  const { session, report, order_id, payment_id, orderNow, paymentNow, eventsOf } = await shop()
  const [failed] = world.stripe.pay(session, 'pm_insufficient')
  const [succeeded] = world.stripe.pay(session)
  expect(await report(failed!)).toBe(200)
  expect(await paymentNow(payment_id)).toMatchObject({
    status: 'failed',
    failure: { class: 'insufficient_funds', message: 'Your card was declined.' },
  })
  expect((await orderNow(order_id)).status).toBe('waiting_payment')
  await report(succeeded!)
  await report(failed!)
  expect(await paymentNow(payment_id)).toMatchObject({ status: 'succeeded', failure: null })
  expect(await orderNow(order_id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
  expect(typesOf(await eventsOf(payment_id))).toEqual(['payment.failed', 'payment.succeeded'])
})

test('a callback that comes before the answer to our own call records the payment once', async () => {
  const { session, report, row, work, order, start, payment_id, paymentNow, eventsOf, orderNow } =
    await shop()
  await report(world.stripe.pay(session)[0]!)
  const saved = { kind: 'saved', payment_method_id: (await row(payment_id)).payment_method_id! } as const
  const second = await order()
  const { id } = await start(second.id, saved)
  let release = () => {}
  world.stripe.before = () =>
    new Promise(done => {
      release = () => done(true)
    })
  const calling = work()
  await eventually('the charge', () => world.stripe.charges.length === 2)
  const intent = { metadata: { payment_id: id }, payment_intent: 'pi_of_the_callback' }
  await report(eventOf('charge.succeeded', intent))
  expect((await paymentNow(id)).status).toBe('succeeded')
  release()
  await calling
  expect(await paymentNow(id)).toMatchObject({
    status: 'succeeded',
    provider_reference: 'pi_of_the_callback',
  })
  expect(typesOf(await eventsOf(id))).toEqual(['payment.succeeded'])
  expect(await orderNow(second.id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
})

test('a callback that comes late, when the order is canceled, records the money, which can be refunded', async () => {
  const { api, session, report, order_id, payment_id, orderNow, paymentNow, refund } = await shop()
  await api.orders.cancel({ path: { id: order_id }, body: {} } as never)
  await report(world.stripe.pay(session)[0]!)
  expect((await paymentNow(payment_id)).status).toBe('succeeded')
  expect(await orderNow(order_id)).toMatchObject({ status: 'canceled', paid_amount: 10_000 })
  const returned = await refund(payment_id)
  expect(returned).toMatchObject({ status: 'succeeded', provider_reference: expect.stringMatching(/^re_/) })
  expect(await orderNow(order_id)).toMatchObject({ refunded_amount: 10_000 })
  expect(world.stripe.refunds).toEqual([{ refund_id: returned.id, amount: 10_000 }])
})

describe('a refund that somebody has made in the dashboard', () => {
  /** A paid order, and the report of such a refund. */
  const paidShop = async () => {
    const base = await shop()
    await base.report(world.stripe.pay(base.session)[0]!)
    const { provider_reference } = await base.row(base.payment_id)
    const there = (id: string, amount: number, type = 'refund.created', status = 'succeeded') =>
      base.report(eventOf(type, refundThere(id, provider_reference!, amount, status)))
    const refunds = async () =>
      (await base.api.refunds.list({ query: { payment_id: base.payment_id, sort: 'created_at' } })).data
    return { ...base, there, refunds }
  }

  test('is recorded once, with its consequences, however often and in whatever order it is told', async () => {
    const { there, refunds, order_id, orderNow, payment_id, paymentNow, eventsOf } = await paidShop()
    await there('re_there', 4_000, 'refund.updated')
    await there('re_there', 4_000)
    await there('re_there', 4_000, 'refund.updated')
    expect(await refunds()).toMatchObject([
      { status: 'succeeded', amount: 4_000, excess_amount: 0, provider_reference: 're_there' },
    ])
    expect(await orderNow(order_id)).toMatchObject({ status: 'paid', refunded_amount: 4_000 })
    await there('re_pending', 6_000, 'refund.created', 'pending')
    expect(await paymentNow(payment_id)).toMatchObject({ refunded_amount: 4_000 })
    await there('re_pending', 6_000, 'refund.updated')
    expect(await orderNow(order_id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
    expect(typesOf(await eventsOf(payment_id))).toEqual([
      'payment.succeeded',
      'payment.refunded',
      'payment.refunded',
    ])
    expect(world.stripe.refunds).toEqual([])
  })

  test('is the one that staff have recorded by hand; another one is another', async () => {
    const { there, refunds, refund, payment_id, paymentNow } = await paidShop()
    await refund(payment_id, { amount: 1_000, outside: true })
    await there('re_seen', 1_000)
    expect(await refunds()).toMatchObject([{ amount: 1_000, provider_reference: 're_seen' }])
    await there('re_other', 1_000)
    expect(await paymentNow(payment_id)).toMatchObject({ refunded_amount: 2_000 })
  })

  test('counts also if it is told before the payment', async () => {
    const { session, report, payment_id, paymentNow, order_id, orderNow, eventsOf } = await shop()
    const [succeeded] = world.stripe.pay(session) as { data: { object: { payment_intent: string } } }[]
    const { payment_intent } = succeeded!.data.object
    await report(eventOf('refund.created', refundThere('re_first', payment_intent, 4_000)))
    await report(succeeded!)
    expect(await paymentNow(payment_id)).toMatchObject({ status: 'succeeded', refunded_amount: 4_000 })
    expect(await orderNow(order_id)).toMatchObject({ status: 'paid', refunded_amount: 4_000 })
    expect(typesOf(await eventsOf(payment_id))).toEqual(['payment.succeeded', 'payment.refunded'])
  })

  test('is none of this school if its charge is none', async () => {
    const { report, refunds } = await paidShop()
    expect(await report(eventOf('refund.created', refundThere('re_1', 'pi_of_nobody', 100)))).toBe(200)
    expect(await refunds()).toEqual([])
  })
})

describe('a refund that was given up and made again', () => {
  /** A refund that has failed after hours without an answer, though Stripe carried it out. */
  const givenUp = async () => {
    const base = await shop()
    await base.report(world.stripe.pay(base.session)[0]!)
    const { order_id, payment_id } = base
    const first = await base.inShop(async ({ now }, { orders, payments, refunds }) => {
      const [order, payment] = await Promise.all([orders.lock(order_id), payments.lock(payment_id)])
      const refundInput = { id: newId('ref'), amount: 10_000, reason: '' }
      const pending = refunds.insert(newRefund(order, payment, refundInput, now))
      return failRefund({ refunds } as never, pending, { class: 'unavailable', message: 'No answer.' })
    })
    const late = () =>
      base.report(
        eventOf('refund.updated', {
          ...refundThere('re_late', 'pi', 10_000),
          metadata: { refund_id: first.id },
        }),
      )
    const listReturned = (returned_twice: 'true' | 'false') =>
      base.api.refunds.list({ query: { payment_id: base.payment_id, returned_twice } })
    return { ...base, first, late, listReturned }
  }

  test('and succeeded both times is recorded as returned twice, and the order loses its money once', async () => {
    const { refund, payment_id, late, listReturned, first, paymentNow, order_id, orderNow, eventsOf } =
      await givenUp()
    const second = await refund(payment_id, { outside: true })
    await late()
    await late()
    expect((await listReturned('true')).data).toMatchObject([
      { id: first.id, status: 'succeeded', amount: 10_000, excess_amount: 10_000 },
    ])
    expect((await listReturned('false')).data).toMatchObject([{ id: second.id, excess_amount: 0 }])
    expect(await paymentNow(payment_id)).toMatchObject({ refunded_amount: 10_000 })
    expect(await orderNow(order_id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
    expect((await eventsOf(payment_id)).map(({ type, related }) => [type, related.refund_id])).toEqual([
      ['payment.succeeded', undefined],
      ['payment.refunded', second.id],
      ['payment.refunded', first.id],
    ])
  })

  test('in part, and then succeeded, has an excess of what the payment had no money left for', async () => {
    const { refund, payment_id, late, listReturned, paymentNow, order_id, orderNow } = await givenUp()
    await refund(payment_id, { outside: true, amount: 3_000 })
    await late()
    expect((await listReturned('true')).data).toMatchObject([{ amount: 10_000, excess_amount: 3_000 }])
    expect(await paymentNow(payment_id)).toMatchObject({ refunded_amount: 10_000 })
    expect(await orderNow(order_id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
    await expect(refund(payment_id)).rejects.toMatchObject({ reason: 'payment_refunded' })
  })
})

test('a page that ran out fails the payment, and another can begin', async () => {
  const { session, report, order_id, payment_id, paymentNow, charge, orderNow, row } = await shop()
  await report(eventOf('checkout.session.expired', { id: session, metadata: { payment_id } }))
  expect(await paymentNow(payment_id)).toMatchObject({ status: 'failed', failure: { class: 'other' } })
  const again = await charge(order_id, card('none'))
  await report(world.stripe.pay((await row(again.id)).provider_reference!)[0]!)
  expect((await orderNow(order_id)).status).toBe('paid')
})

test('a success whose callback is lost is found by looking, and so is a page that ran out', async () => {
  const [lost, abandoned] = [await shop(), await shop()]
  world.stripe.pay(lost.session, 'pm_declined')
  const look = async (seconds: number) => {
    world.time += seconds * 1000
    await lost.work()
  }
  await look(600)
  expect(await lost.row(lost.payment_id)).toMatchObject({
    status: 'pending',
    redirect_url: lost.redirect_url,
  })
  world.stripe.pay(lost.session)
  world.stripe.expire(abandoned.session)
  await look(1200)
  expect(await lost.orderNow(lost.order_id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
  expect(await abandoned.paymentNow(abandoned.payment_id)).toMatchObject({
    status: 'failed',
    failure: { class: 'other' },
  })
  await look(7 * 24 * 3600)
  expect([world.stripe.reads(lost.session), world.stripe.reads(abandoned.session)]).toEqual([2, 2])
})

test('a page that stays open is looked at for four weeks', async () => {
  const { work, paymentNow, payment_id, session } = await shop()
  for (let look = 0; look <= maxLooks; look++) {
    world.time += lookAfter(look) * 1000
    await work()
  }
  expect(world.stripe.reads(session)).toBe(maxLooks)
  expect((await paymentNow(payment_id)).status).toBe('pending')
})

test('a dispute is told by the charge: also before the success, after its own end, or of a foreign charge', async () => {
  const { session, report, work, payment_id, paymentNow, eventsOf, order_id, orderNow } = await shop()
  const [succeeded] = world.stripe.pay(session) as { data: { object: { payment_intent: string } } }[]
  const { payment_intent } = succeeded!.data.object
  const dispute = (type: 'created' | 'closed', status: string, of = payment_intent) =>
    report(eventOf(`charge.dispute.${type}`, { payment_intent: of, status }))
  expect(await dispute('created', 'needs_response', 'pi_of_nobody')).toBe(200)
  await dispute('closed', 'lost')
  await work()
  expect(await paymentNow(payment_id)).toMatchObject({ status: 'succeeded', dispute: 'lost' })
  expect(await orderNow(order_id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
  await dispute('created', 'needs_response')
  await report(succeeded!)
  expect(await paymentNow(payment_id)).toMatchObject({ status: 'succeeded', dispute: 'lost' })
  const expectedTypes = ['payment.succeeded', 'payment.disputed', 'payment.refunded']
  expect(typesOf(await eventsOf(payment_id))).toEqual(expectedTypes)
})

test('an inquiry takes no money and is no dispute; the chargeback that follows it is one', async () => {
  const { session, report, payment_id, paymentNow, refund, eventsOf } = await shop()
  const [succeeded] = world.stripe.pay(session) as { data: { object: { payment_intent: string } } }[]
  await report(succeeded!)
  const { payment_intent } = succeeded!.data.object
  const reportDispute = (type: string, status: string) =>
    report(eventOf(`charge.dispute.${type}`, { payment_intent, status, amount: 10_000, currency: 'eur' }))
  await reportDispute('created', 'warning_needs_response')
  await reportDispute('updated', 'warning_under_review')
  expect(await paymentNow(payment_id)).toMatchObject({ dispute: null })
  expect(await refund(payment_id, { amount: 1_000 })).toMatchObject({ status: 'succeeded' })
  await reportDispute('closed', 'warning_closed')
  expect(await paymentNow(payment_id)).toMatchObject({ dispute: null })
  await reportDispute('updated', 'needs_response')
  await reportDispute('updated', 'warning_under_review')
  expect(await paymentNow(payment_id)).toMatchObject({ dispute: 'open' })
  await reportDispute('closed', 'won')
  await reportDispute('updated', 'under_review')
  expect(await paymentNow(payment_id)).toMatchObject({ dispute: 'won' })
  expect(typesOf(await eventsOf(payment_id))).toEqual([
    'payment.succeeded',
    'payment.refunded',
    'payment.disputed',
    'payment.disputed',
  ])
  // An earlier version has opened a dispute for an inquiry.
  const before = await shop()
  const [paid] = world.stripe.pay(before.session) as { data: { object: { payment_intent: string } } }[]
  await before.report(paid!)
  const of = { id: before.payment_id, order_id: before.order_id }
  await before.inShop((ctx, stores) => recordDispute(ctx, stores, of, { dispute: 'open', amount: null }))
  const closed = {
    payment_intent: paid!.data.object.payment_intent,
    status: 'warning_closed',
    amount: 10_000,
  }
  await before.report(eventOf('charge.dispute.closed', { ...closed, currency: 'eur' }))
  expect(await before.paymentNow(before.payment_id)).toMatchObject({ dispute: null })
})

test('a connection reports nothing about the payments of another', async () => {
  const { api, payment_id, paymentNow, send, work } = await shop()
  const own = 'whsec_of_the_second_one'
  const secrets = { api_key: goodKey, webhook_secret: own }
  const second = await api.paymentProviders.create({ body: { kind: 'stripe', name: 'Two', secrets } })
  const event = eventOf('charge.succeeded', { metadata: { payment_id }, payment_intent: 'pi_1' })
  expect(
    (await send(world.stripe.sign(event, own, new Date(world.time)), second.callback_path!)).status,
  ).toBe(200)
  await work()
  expect((await paymentNow(payment_id)).status).toBe('pending')
})

test('the callbacks of a suspended school are taken: the money has moved', async () => {
  const { schoolId, session, report, order_id, orderNow } = await shop()
  const suspended = await world.gateway.operator('PATCH', `/schools/${schoolId}`, { status: 'suspended' })
  expect(suspended.status).toBe(200)
  expect(await report(world.stripe.pay(session)[0]!)).toBe(200)
  expect((await orderNow(order_id)).status).toBe('paid')
})

test('revoked credentials are seen in the health of the connection', async () => {
  const { api, provider, order, charge } = await shop()
  await api.paymentProviders.update({
    path: { id: provider.id },
    body: { secrets: { api_key: 'sk_test_revokedrevoked' } },
  })
  const failed = await charge((await order()).id, card('none'))
  expect(failed).toMatchObject({ status: 'failed', failure: { class: 'unavailable' } })
  const { health } = await api.paymentProviders.get({ path: { id: provider.id } })
  expect(health).toMatchObject({ status: 'failing', last_failure: failed.failure!.message })
})
