// The personal data of this service.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { Refund } from '../money/refund-model/refund.contract.ts'
import { Order } from '../objects/order.object.ts'
import { orderUpdated } from '../objects/order-events.ts'
import { Payment } from '../objects/payment.object.ts'
import { Receipt } from '../objects/receipt.object.ts'

const accounts = 'the law requires the records to be kept'

export const ordersOfPerson = builder.personalData({
  what: 'orders',
  on_merge: 'they become orders of the person who stays',
  needs: 'orders:write',
  erased: 'comments, to whom their gifts were to go',
  kept: 'numbers, items, sums, companies, agreements, states, times',
  why: accounts,
  ...rowsOfPerson(({ orders }: Stores) => orders, 'orders.user_id', Order),

  // With their payments, refunds and receipts.
  move: async ({ from, into, erased }, { emit }, { orders, payments, receipts, refunds }) => {
    const moved = await orders.lockOf(from)
    const ids = moved.map(({ id }) => id)
    payments.moveTo(into, ids)
    receipts.moveTo(into, ids)
    refunds.moveTo(into, ids)
    for (const order of moved) {
      const blank = erased ? blanked(order) : {}
      const previous = { ...order, ...blank }
      emit(orderUpdated, orders.save(order, { user_id: into, ...blank }), { previous })
    }
  },

  // Sums, dates and items stay for accounting; free texts about the person are erased.
  erase: async (userId, _, { orders }) => {
    for (const order of await orders.lockOf(userId)) orders.save(order, blanked(order))
  },
})

/** An order without free texts, and without the address of somebody to whom a gift was to be sent. */
const blanked = ({ discount }: Pick<Order, 'discount'>) => ({
  comment: '',
  gift_delivery: null,
  discount: discount && { ...discount, reason: '' },
})

export const paymentsOfPerson = builder.personalData({
  what: 'payments',
  on_merge: 'they become payments of the person who stays',
  needs: 'orders:write',
  erased: 'comments',
  kept: 'sums, methods, times',
  why: accounts,
  ...rowsOfPerson(({ payments }: Stores) => payments, 'payments.user_id', Payment),
  erase: async (userId, _, { payments }) => payments.blankOf(userId),
})

export const refundsOfPerson = builder.personalData({
  what: 'refunds',
  on_merge: 'they become refunds of the person who stays',
  needs: 'orders:write',
  erased: 'reasons',
  kept: 'sums, states, times',
  why: accounts,
  ...rowsOfPerson(({ refunds }: Stores) => refunds, 'refunds.user_id', Refund),
  erase: async (userId, _, { refunds }) => refunds.blankOf(userId),
})

export const receiptsOfPerson = builder.personalData({
  what: 'receipts',
  on_merge: 'they become receipts of the person who stays',
  needs: 'orders:write',
  erased: 'reasons of corrections',
  kept: 'numbers, lines, sums, states, times',
  why: accounts,
  ...rowsOfPerson(({ receipts }: Stores) => receipts, 'receipts.user_id', Receipt),
  erase: async (userId, _, { receipts }) => receipts.blankOf(userId),
})
