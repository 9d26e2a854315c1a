// The personal data of this service.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { Order, orderUpdated } from '../orders/order.contract.ts'
import { Payment } from '../payments/payment.contract.ts'

const accounts = 'the law requires the records to be kept'

export const ordersOfPerson = builder.personalData({
  what: 'orders',
  on_merge: 'they become orders of the person who stays',
  needs: 'orders:write',
  erased: 'comments',
  kept: 'numbers, items, sums, states, times',
  why: accounts,
  ...rowsOfPerson(({ orders }: Stores) => orders, 'orders.user_id', Order),

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
  ...rowsOfPerson(({ payments }: Stores) => payments, 'payments.user_id', Payment),
})
