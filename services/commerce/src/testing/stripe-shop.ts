// A shop on Stripe's double, whose callbacks come to the school's own address, through the gateway.
import type { TestSystem } from '@lms/testing'
import { newSchool, type TestGateway } from '@lms/testing/gateway'
import { goodKey, type StripeDouble } from '../money/providers/stripe/stripe-double.ts'
import { card, chargingShopOf } from './charging.ts'

export const stripeSecret = 'whsec_0123456789abcdef'

interface World {
  system: TestSystem
  gateway: TestGateway
  stripe: StripeDouble
  now: () => Date
}

/** With an order that waits on Stripe's page. */
export async function stripeShopOf({ system, gateway, stripe, now }: World) {
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
  const sign = (event: object) => stripe.sign(event, stripeSecret, now())
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
