// A process killed with -9 between any two steps of a charge or a refund at Stripe's double. Another process of the
// service carries on what it left, and its clock is set: nothing here depends on how long anything takes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { card, chargingShopOf } from '../../testing/charging.ts'
import type { killSteps } from '../../testing/killed-commerce.ts'
import { startSetUp } from '../card-setups/start-set-up.ts'
import type { ChargeNotice } from '../providers/adapter/adapter.ts'
import { goodKey, type StripeDouble, startStripeDouble } from '../providers/stripe/stripe-double.ts'
import { noticesOf } from '../providers/stripe/stripe-events.ts'
import { recordCharge } from './record.ts'

type Step = (typeof killSteps)[number]

const program = fileURLToPath(new URL('../../testing/killed-commerce.ts', import.meta.url))
const started: ChildProcess[] = []
let system: TestSystem
let stripe: StripeDouble
let ahead = 0
beforeAll(async () => {
  stripe = await startStripeDouble()
  system = await startSystem({
    services: [usersService, commerceService],
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { taskSlots: 0, settings: { LMS_STRIPE_URL: stripe.url } },
  })
})
beforeEach(() => stripe.reset())
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await system?.stop()
  await stripe?.stop()
})

/** Another process of the service, which kills itself at a step. */
async function start(killAt: Step, taskSlots: number) {
  const [port] = await freePorts(1)
  const config = { ...system.configs.commerce!, port: port!, taskSlots }
  const env = { KILL_AT: killAt, CLOCK_AHEAD_MS: String(ahead), LMS_STRIPE_URL: stripe.url }
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: { ...process.env, ...environmentOf(config), ...env },
    stdio: 'inherit',
  })
  started.push(child)
  const address = `http://127.0.0.1:${port}`
  const exited = once(child, 'exit')
  return { address, exited, child }
}
const answers = (address: string) =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The lease of a dead process ends, and the living one carries on. */
async function carryOn() {
  ahead += 120_000
  await system.services.commerce!.workOffTasks()
}

/** A shop on Stripe with a saved card. */
async function shop() {
  const shop = await chargingShopOf(system)
  const secrets = { api_key: goodKey, webhook_secret: 'whsec_0123456789abcdef' }
  await shop.api.paymentProviders.create({ body: { kind: 'stripe', name: 'Stripe', secrets } })
  const first = await shop.charge((await shop.order()).id, card('none', { save: true }))
  const row = await shop.row(first.id)
  const [succeeded] = stripe.pay(row.provider_reference!)
  const [notice] = noticesOf(succeeded as never)
  await shop.inShop((ctx, stores) => recordCharge(ctx, stores, row, (notice as ChargeNotice).outcome))
  const { payment_method_id } = await shop.row(first.id)
  const saved = { kind: 'saved', payment_method_id: payment_method_id! } as const
  stripe.reset()
  return { ...shop, saved }
}

const steps: [Step, string][] = [
  ['before-call', 'nothing was charged yet, and the call is made'],
  ['after-call', 'the call is repeated under its key'],
  ['after-outcome', 'nothing is left to do'],
]

test.each(steps)(
  'a charge whose process is killed %s: %s; the person is charged once',
  async step => {
    const { order, start: startCharge, saved, orderNow, paymentNow, eventsOf, inShop } = await shop()
    const { id } = await order()
    const { id: payment_id } = await startCharge(id, saved)
    const { exited } = await start(step, 4)
    expect((await exited)[1]).toBe('SIGKILL')
    await carryOn()
    expect(await paymentNow(payment_id)).toMatchObject({ status: 'succeeded', fee_amount: 59 })
    expect(await orderNow(id)).toMatchObject({ status: 'paid', paid_amount: 10_000 })
    expect(stripe.charges).toEqual([{ payment_id, amount: 10_000, currency: 'eur' }])
    const calls = { 'before-call': 1, 'after-call': 2, 'after-outcome': 1 }[step]
    expect(stripe.calls).toHaveLength(calls)
    expect(new Set(stripe.calls.map(({ key }) => key)).size).toBe(1)
    expect((await eventsOf(payment_id)).map(({ type }) => type)).toEqual(['payment.succeeded'])
    expect(
      await inShop(({ work }) =>
        work.read(`select 1 from commerce.tasks where school_id = $1 and queue = 'charge-payment'`, [
          work.school,
        ]),
      ),
    ).toMatchObject({ rows: [] })
  },
  60_000,
)

test.each(steps.slice(0, 2))(
  'a refund whose process is killed %s: %s; the money goes back once, and the repeated request gets the answer',
  async step => {
    const { caller, order, charge, saved, orderNow, eventsOf } = await shop()
    const { id } = await order()
    const payment = await charge(id, saved)
    const refund = (address?: string) => {
      const alive = system.addresses.commerce!
      if (address) system.addresses.commerce = address
      const pendingResponse = system.request('commerce', {
        method: 'POST',
        path: `/v1/payments/${payment.id}/refund`,
        body: {},
        caller,
        headers: { 'idempotency-key': `once ${step}` },
      })
      system.addresses.commerce = alive
      return pendingResponse
    }
    const { address, exited } = await start(step, 0)
    await eventually('the process to answer', () => answers(address), 30_000)
    await expect(refund(address)).rejects.toThrow('fetch failed')
    expect((await exited)[1]).toBe('SIGKILL')
    await carryOn()
    const again = await refund()
    expect(again).toMatchObject({ status: 201, body: { status: 'succeeded', amount: 10_000 } })
    expect((await refund()).body).toEqual(again.body)
    expect(stripe.refunds).toEqual([{ refund_id: again.body.id, amount: 10_000 }])
    expect(await orderNow(id)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
    expect((await eventsOf(payment.id)).map(({ type }) => type)).toEqual([
      'payment.succeeded',
      'payment.refunded',
    ])
  },
  60_000,
)

test.each(steps)(
  'a card whose process is killed %s while it is saved: %s; the person gets one page',
  async step => {
    const { api, ann, course, inShop } = await shop()
    const interval = { unit: 'month', count: 1 } as const
    const price = await api.prices.create({
      path: { id: course.id },
      body: { amount: 900, currency: 'EUR', interval, trial_days: 7 },
    })
    const items = [{ offer_id: course.id, price_id: price.id }]
    const { id } = await api.orders.create({ body: { user_id: ann.id, items } })
    const [provider] = (await api.paymentProviders.list({})).data
    await inShop(async (ctx, stores) =>
      startSetUp(ctx, stores, {
        ...{ order: await stores.orders.lock(id), provider: provider!, choice: null },
        return_url: 'https://school.example/pay/token',
        done_url: 'https://school.example/pay/token?done',
      }),
    )
    const { exited } = await start(step, 4)
    expect((await exited)[1]).toBe('SIGKILL')
    await carryOn()
    const [setup, ...others] = await inShop((_, { cardSetups }) => cardSetups.lastOf(id))
    expect(others).toEqual([])
    expect(setup).toMatchObject({
      status: 'pending',
      redirect_url: `https://checkout.stripe.com/c/pay/${setup!.provider_reference}`,
    })
    const calls = { 'before-call': 1, 'after-call': 2, 'after-outcome': 1 }[step]
    expect(stripe.calls).toHaveLength(calls)
    expect(new Set(stripe.calls.map(({ key }) => key)).size).toBe(1)
  },
  60_000,
)
