// A shop whose orders are paid through a provider. Its system has no task slots: `later` does what is due.
import type { Caller } from '@lms/contract'
import { inSchool, lazyStores, type Work } from '@lms/service-host'
import type { TestSystem } from '@lms/testing'
import { builder, type Stores } from '../builder.ts'
import { type NewCharge, type Source, startCharge } from '../money/charges/start-charge.ts'
import { connectChosen, providersFor } from '../money/providers/available-providers.ts'
import { openedSecrets } from '../money/providers/sealed-secrets.ts'
import { consequences } from '../service.ts'
import { shopOf } from './shop.ts'

const StoresOfWork = lazyStores({ ...builder.stores, consequences })

/** The person's entry on the page: a card of the sandbox. */
export const card = (choice: string, { save = false } = {}): Source => ({
  kind: 'page',
  choice,
  return_url: 'https://school.example/pay/token',
  done_url: null,
  save,
})

/** Work inside the school of a shop, as a task or an operation does it. */
export const within =
  (system: TestSystem, school: string) =>
  <T>(act: (ctx: Work, stores: Stores) => Promise<T>): Promise<T> =>
    inSchool(school, system.services.commerce!.runtime, work => act(work, new StoresOfWork(work.work)))

export async function chargingShopOf(system: TestSystem, as?: Caller) {
  const shop = await shopOf(system, as)
  const { caller, api } = shop
  const inShop = within(system, caller.school)
  /** The connections that the page offers. */
  const offered = (currency = 'EUR') => inShop((ctx, stores) => providersFor(ctx, stores, currency))
  /** Begins a charge of what is due, at the first offered connection unless told. */
  const start = (order_id: string, source: Source, more: Partial<NewCharge> = {}) =>
    inShop(async (ctx, stores) => {
      const provider = more.provider ?? (await providersFor(ctx, stores, 'EUR'))[0]!
      await connectChosen(ctx, stores, provider)
      const order = await stores.orders.lock(order_id)
      const amount = order.amount - order.paid_amount
      return startCharge(ctx, stores, { order, provider, amount, source, ...more })
    })
  const work = () => system.services.commerce!.workOffTasks()
  /** Begins a charge, and does what is due. */
  const charge = async (order_id: string, source: Source, more: Partial<NewCharge> = {}) => {
    const { id } = await start(order_id, source, more)
    await work()
    return paymentNow(id)
  }
  const paymentNow = (id: string) => api.payments.get({ path: { id } })
  const row = (id: string) => inShop((_, { payments }) => payments.get(id))
  const secretsOf = (id: string) =>
    inShop(async (ctx, { providers }) => openedSecrets(await providers.get(id), ctx.runtime.vault))
  return { ...shop, inShop, offered, start, charge, work, paymentNow, row, secretsOf }
}
