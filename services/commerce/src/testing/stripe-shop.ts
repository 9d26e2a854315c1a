// A shop on Stripe's double, whose callbacks come to the school's own address, through the gateway.
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { goodKey, type StripeDouble, startStripeDouble } from '../money/providers/stripe/stripe-double.ts'
import { commerceService } from '../service.ts'
import { card, chargingShopOf } from './charging.ts'

export const stripeSecret = 'whsec_0123456789abcdef'

export interface StripeWorld {
  system: TestSystem
  gateway: TestGateway
  stripe: StripeDouble
  /** Milliseconds since 1970; only the test moves it on. Tasks that are due wait until a test works them off. */
  time: number
  stop(): Promise<void>
}

/** The services of a shop, a gateway, and Stripe's double. */
export async function startStripeWorld(): Promise<StripeWorld> {
  const clock = { time: Date.parse('2026-11-22T10:00:00Z') }
  const stripe = await startStripeDouble()
  const system = await startSystem({
    services: [usersService, siteService, commerceService],
    clock: { now: () => new Date(clock.time) },
    settings: { taskSlots: 0, settings: { LMS_STRIPE_URL: stripe.url } },
  })
  const gateway = await startTestGateway(system)
  const stop = async () => {
    await gateway.stop()
    await system.stop()
    await stripe.stop()
  }
  return Object.assign(clock, { system, gateway, stripe, stop })
}

/** With an order that waits on Stripe's page. */
export async function stripeShopOf(world: StripeWorld) {
  const { system, gateway, stripe } = world
  const { schoolId, host } = await newSchool(gateway)
  const caller = system.caller({ school: schoolId as never })
  const shop = await chargingShopOf(system, caller)
  const { api, order, charge, row, work } = shop
  const body = {
    kind: 'stripe',
    name: 'Stripe',
    secrets: { api_key: goodKey, webhook_secret: stripeSecret },
  } as const
  const provider = await api.paymentProviders.create({ body })
  const { id: order_id } = await order()
  const { id: payment_id } = await charge(order_id, card('none', { save: true }))
  const { redirect_url, provider_reference: session } = await row(payment_id)
  const send = (signed: { body: string; headers: Record<string, string> }, at = provider.callback_path!) =>
    gateway.call('POST', at, { host, ...signed })
  const sign = (event: object) => stripe.sign(event, stripeSecret, new Date(world.time))
  /** The callback of an event, and what follows from it. */
  const report = async (event: object) => {
    const { status } = await send(sign(event))
    await work()
    return status
  }
  return {
    ...shop,
    schoolId,
    host,
    provider,
    order_id,
    payment_id,
    redirect_url,
    session: session!,
    send,
    sign,
    report,
  }
}
