import { newId, Refused } from '@lms/contract'
import { byId, pageOfItems } from '@lms/service-host'
import { people as peopleDoor } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { paymentSucceeded } from '../payments/payment.contract.ts'
import { orderCreated, orderItems, orders, orderUpdated, refusals } from './order.contract.ts'
import {
  addItem,
  changeItem,
  currencyOf,
  itemsOf,
  manualPayment,
  newOrder,
  paidAt,
  removeItem,
} from './order.rules.ts'
import { nextOrderNumber } from './order-numbers.ts'

const newItemId = () => newId('ori')

export const orderHandlers = builder.implement(
  orders,
  {
    list: ({ query }, { orders }) => orders.page(query),

    create: async ({ body, caller, now, emit, runtime }, { orders, offers, people }) => {
      const [known, offered, number] = await Promise.all([
        people.exists(body.user_id, runtime),
        offers.withItems([...new Set(body.items.map(({ offer_id }) => offer_id))]),
        nextOrderNumber(runtime, caller.school),
      ])
      if (!known) throw new Refused(refusals.user_unknown)
      const items = itemsOf(body.items, offered, newItemId)
      const currency = currencyOf(items, offered)
      const { user_id, comment } = body
      const order = newOrder({ id: newId('ord'), number, user_id, items, currency, comment }, now)
      emit(orderCreated, order)
      people.lockShared(user_id)
      return orders.insert(order)
    },

    get: ({ path }, { orders }) => orders.get(path.id),

    change: async ({ path, body, emit }, { orders }) => {
      const order = await orders.lock(path.id)
      const changed = orders.save(order, { comment: body.comment ?? order.comment })
      emit(orderUpdated, changed, { previous: order })
      return changed
    },

    cancel: async ({ path, now }, { orders }) => {
      const order = await orders.lock(path.id)
      return orders.move(order, 'cancel', { canceled_at: now })
    },

    markPaid: async ({ path, body, now, emit }, { orders, payments }) => {
      const order = await orders.lock(path.id)
      const paid_at = paidAt(body.paid_at, now)
      const payment = payments.insert(manualPayment(order, newId('pay'), paid_at, now))
      emit(paymentSucceeded, payment)
      return orders.move(
        order,
        'pay',
        { paid_at, paid_amount: order.amount },
        { related: { payment_id: payment.id } },
      )
    },
  },
  {
    user: async (ids, _stores, { caller, runtime, requestId }) => {
      const scope = { school: caller.school, requestId }
      const client = runtime.sibling('users', { people: peopleDoor }, scope)
      const { users } = await client.people.batch({ body: { ids: ids as never } })
      return byId(users)
    },
    'items.offer': async (ids, { offers }) => byId(await offers.many(ids)),
  },
)

export const orderItemHandlers = builder.implement(
  orderItems,
  {
    // The items are part of the order, at most a hundred: one page.
    list: async ({ path, query }, { orders }) => pageOfItems((await orders.get(path.id)).items, query),

    add: async ({ path, body, emit }, { orders, offers }) => {
      const offered = await offers.withItems([body.offer_id])
      const order = await orders.lock(path.id)
      const [item] = itemsOf([body], offered, newItemId)
      currencyOf([item!], offered, order.currency)
      const changed = orders.save(order, addItem(order, item!))
      emit(orderUpdated, changed, { previous: order })
      return changed
    },

    change: async ({ path, body, emit }, { orders }) => {
      const order = await orders.lock(path.id)
      const changed = orders.save(order, changeItem(order, path.itemId, body))
      emit(orderUpdated, changed, { previous: order })
      return changed
    },

    remove: async ({ path, emit }, { orders }) => {
      const order = await orders.lock(path.id)
      const changed = orders.save(order, removeItem(order, path.itemId))
      emit(orderUpdated, changed, { previous: order })
      return changed
    },
  },
  {
    offer: async (ids, { offers }) => byId(await offers.many(ids)),
  },
)
