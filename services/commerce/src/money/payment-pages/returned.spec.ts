// A person comes back from the page of the provider before the provider has told us what they did there.
import { card } from '../../testing/charging.ts'
import { type StripeWorld, startStripeWorld, stripeShopOf } from '../../testing/stripe-shop.ts'

let world: StripeWorld
beforeAll(async () => {
  world = await startStripeWorld()
})
beforeEach(() => world.stripe.reset())
afterAll(() => world?.stop())

/** A person whom the page of an order has led to Stripe's. */
async function visitor() {
  const shop = await stripeShopOf(world)
  const { api, order, host, provider, work, row } = shop
  const { id: order_id } = await order()
  const { pathname } = new URL((await api.paymentLinks.create({ path: { id: order_id }, body: {} })).url)
  await world.gateway.sendForm(host, pathname, { provider_id: provider.id })
  await work()
  const [payment] = (await api.payments.list({ query: { order_id } })).data
  const { provider_reference: session } = await row(payment!.id)
  const { success_url, cancel_url } = world.stripe.calls.at(-1)!.fields
  const visit = async (url: string) => {
    const { status, headers, body } = await world.gateway.call('GET', url.slice(new URL(url).origin.length), {
      host,
    })
    if (status === 303) return { leadsTo: headers.location }
    return { refresh: headers.refresh, pays: (body as unknown as string).includes('name="provider_id"') }
  }
  return { ...shop, order_id, payment_id: payment!.id, session: session!, success_url, cancel_url, visit }
}

test('who has paid there waits for the answer, and is not asked to pay again; who has not can pay', async () => {
  const { success_url, cancel_url, visit, session, report } = await visitor()
  expect(await visit(cancel_url!)).toEqual({ refresh: undefined, pays: true })
  const path = new URL(success_url!).pathname + new URL(success_url!).search
  expect(await visit(success_url!)).toEqual({ refresh: `2; url=${path}`, pays: false })
  await report(world.stripe.pay(session)[0]!)
  // From then on the page is as everywhere: the next part of an order may be paid on it.
  expect(await visit(success_url!)).toEqual({ leadsTo: new URL(cancel_url!).pathname })
  expect(await visit(cancel_url!)).toEqual({ refresh: undefined, pays: false })
})

test('who has paid there with a second card, after the first one was declined, waits, too, for some minutes', async () => {
  const { success_url, visit, session, report } = await visitor()
  await report(world.stripe.pay(session, 'pm_declined')[0]!)
  const { pathname, search } = new URL(success_url!)
  expect(await visit(success_url!)).toEqual({ refresh: `2; url=${pathname}${search}`, pays: false })
  world.time += 11 * 60_000
  expect(await visit(success_url!)).toEqual({ leadsTo: pathname })
})

test('who has paid by a way that takes days is not asked again meanwhile', async () => {
  const { cancel_url, visit, session, work, order_id, start, orderNow, report } = await visitor()
  const late = world.stripe.pay(session, 'pm_bank_debit')
  await report(late[0]!)
  world.time += 600_000
  await work()
  expect(await visit(cancel_url!)).toMatchObject({ pays: false })
  await expect(start(order_id, card('none'))).rejects.toMatchObject({
    refusal: { reason: 'payment_under_way' },
  })
  await report(world.stripe.settleLate(session)[0]!)
  expect(await orderNow(order_id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
})
