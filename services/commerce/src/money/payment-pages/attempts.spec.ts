// The page of an order that has very many failed attempts behind it.
import { newId } from '@lms/contract'
import { somePageVisit, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { card, chargingShopOf } from '../../testing/charging.ts'
import { pendingPayment } from '../payments/payment.rules.ts'
import { paymentPages } from './page.contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService], settings: { taskSlots: 0 } })
}, 180_000)
afterAll(() => system.stop())

test('the page finds the payment after the first thousand', async () => {
  const { api, ann, caller, course, inShop, start, work, charge } = await chargingShopOf(system)
  const { id } = await api.checkouts.create({ body: { items: [{ offer_id: course.id }], user_id: ann.id } })
  const { payment_path, order_id } = await api.checkouts.confirm({ path: { id } })
  const pages = system.internal('commerce', { paymentPages }, { school: caller.school }).paymentPages
  const visit = { ...somePageVisit, token: payment_path!.split('/pay/')[1]!, submitted: false }
  const show = async () => (await pages.show({ body: visit })).data
  const { provider_id } = await charge(order_id!, card('declined'))
  await inShop(async ({ now }, { orders, payments }) => {
    const order = await orders.get(order_id!)
    const failure = { class: 'declined', message: '' } as const
    for (let count = 0; count < 1000; count++) {
      const paid = { id: newId('pay'), amount: order.amount, method: 'card', provider_id } as const
      payments.move(payments.insert(pendingPayment(order, paid, now)), 'fail', { failure })
    }
  })
  expect(await show()).toMatchObject({ status: 'due', problem: { reason: 'declined' } })
  const last = await start(order_id!, card('visa'))
  expect(last.status).toBe('pending')
  expect(await show()).toMatchObject({ status: 'processing' })
  await work()
  expect(await show()).toMatchObject({ status: 'paid' })
})
