// The personal data of this service.
import { builder } from '../builder.ts'
import { Order, orderUpdated } from '../orders/order.contract.ts'
import { Payment } from '../payments/payment.contract.ts'

const accounts = 'the law requires the records to be kept'
const of = (userId: string) => ({ sql: 't.user_id = $', values: [userId] })

export const ordersOfPerson = builder.personalData({
  what: 'orders',
  on_merge: 'they become orders of the person who stays',
  needs: 'orders:write',
  erased: 'comments',
  kept: 'numbers, items, sums, states, times',
  why: accounts,
  count: (userId, { orders }) => orders.countOf(userId),
  items: async (userId, { after, most }, { orders }) =>
    (await orders.walk(of(userId), after, most)).map(row => Order.parse(row)),

  // With their payments.
  move: async ({ from, into, erased }, { emit }, { orders, payments }) => {
    const moved = await orders.lockOf(from)
    payments.moveTo(
      into,
      moved.map(({ id }) => id),
    )
    const comment = erased ? { comment: '' } : {}
    for (const order of moved) {
      const previous = { ...order, ...comment }
      emit(orderUpdated, orders.save(order, { user_id: into, ...comment }), { previous })
    }
  },

  // Sums, dates and items stay for accounting; free texts about the person are erased.
  erase: async (userId, _, { orders }) => {
    for (const order of await orders.lockOf(userId)) if (order.comment) orders.save(order, { comment: '' })
  },
})

export const paymentsOfPerson = builder.personalData({
  what: 'payments',
  on_merge: 'they become payments of the person who stays',
  needs: 'orders:write',
  erased: null,
  kept: 'sums, methods, times',
  why: accounts,
  count: (userId, { payments }) => payments.countOf(userId),
  items: async (userId, { after, most }, { payments }) =>
    (await payments.walk(of(userId), after, most)).map(row => Payment.parse(row)),
})
