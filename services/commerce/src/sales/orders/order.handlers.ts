import { newId, Refused } from '@lms/contract'
import { byId, pageOfItems } from '@lms/service-host'
import { holdPartner, partnerByCode } from '../../affiliates/partners/attribution.ts'
import { builder } from '../../builder.ts'
import { discountBasket } from '../../catalog/promo-codes/discounted-basket.ts'
import { entryOf } from '../../catalog/promo-codes/entered-code.ts'
import { quoteBasket } from '../../catalog/promo-codes/quoted-basket.ts'
import { completingPayment } from '../../money/payments/payment.rules.ts'
import { receiveMoney } from '../../money/payments/receive.ts'
import { settleFree } from '../../money/payments/settle-free.ts'
import { orderCreated, orderUpdated } from '../../objects/order-events.ts'
import { usersExpander } from '../../users-expander.ts'
import { closeOrder } from '../order-model/close.ts'
import { orders } from '../order-model/order.contract.ts'
import {
  addItem,
  changedTerm,
  changeItem,
  expiresAt,
  newOrderFor,
  paidAt,
  previewOf,
  removeItem,
} from '../order-model/order.rules.ts'
import { orderItems } from '../order-model/order-item.contract.ts'
import { nextOrderNumber } from '../order-model/order-numbers.ts'
import { refusals } from '../pricing/basket.contract.ts'
import { catalogueOf, sellCatalogue } from '../pricing/catalogue.ts'
import { basketOf, priced } from '../pricing/pricing.ts'

const newItemId = () => newId('ori')

export const orderHandlers = builder.implement(
  orders,
  {
    list: ({ query }, { orders }) => orders.page(query),

    create: async (ctx, stores) => {
      const { body, caller, now, emit, runtime } = ctx
      const { user_id, comment, as_gift, items, country, partner_code } = body
      const [userExists, catalogue, entry, number, partner_id] = await Promise.all([
        stores.people.exists(user_id, runtime),
        catalogueOf(items, country, stores),
        entryOf(body, ctx, stores),
        nextOrderNumber(runtime, caller.school),
        partnerByCode(partner_code, user_id, stores),
      ])
      if (!userExists) throw new Refused(refusals.user_unknown)
      const baseBasket = basketOf(items, await sellCatalogue(catalogue, stores), { now, newId: newItemId })
      const { basket, discount, codeId } = await discountBasket(baseBasket, entry, stores)
      const pricedBasket = priced(basket, { discount })
      const expires_at = expiresAt(body.expires_at, catalogue.expireAfterHours, now)
      const orderFields = { id: newId('ord'), number, user_id, partner_id, comment, as_gift, expires_at }
      await holdPartner(partner_id, partner_code, stores)
      stores.people.lockShared(user_id)
      const createdOrder = stores.orders.insert(newOrderFor(pricedBasket, orderFields, now))
      emit(orderCreated, createdOrder)
      if (codeId) stores.promoCodes.use(codeId, createdOrder)
      stores.orders.takeSeats(catalogue.offers)
      return settleFree(ctx, stores, createdOrder)
    },

    preview: async (ctx, stores) => {
      const { basket: baseBasket, entry } = await quoteBasket(ctx, stores)
      const { basket, discount } = await discountBasket(baseBasket, entry, stores)
      return previewOf(priced(basket, { discount }), ctx.now)
    },

    get: ({ path }, { orders }) => orders.get(path.id),

    update: async ({ path, body, now, emit }, { orders }) => {
      const order = await orders.lock(path.id)
      const { comment = order.comment } = body
      const changed = orders.save(order, { comment, expires_at: changedTerm(order, body.expires_at, now) })
      emit(orderUpdated, changed, { previous: order })
      return changed
    },

    cancel: async (ctx, stores) => {
      const order = await stores.orders.lock(ctx.path.id)
      return closeOrder(ctx, stores, { order, how: 'canceled' })
    },

    markPaid: async (ctx, stores) => {
      // What follows from money depends on the settings: read here, they cost no round trip.
      const [order] = await Promise.all([stores.orders.lock(ctx.path.id), stores.settings.get()])
      const paid_at = paidAt(ctx.body.paid_at, ctx.now)
      const payment = completingPayment(order, newId('pay'), paid_at, ctx.now)
      return (await receiveMoney(ctx, stores, { order, payment })).order
    },
  },
  {
    user: usersExpander,
    'items.offer': async (ids, { offers }) => byId(await offers.many(ids)),
  },
)

export const orderItemHandlers = builder.implement(
  orderItems,
  {
    // The items are part of the order, at most a hundred: one page.
    list: async ({ path, query }, { orders }) => pageOfItems((await orders.get(path.id)).items, query),

    add: async (ctx, stores) => {
      const { path, body, now, emit } = ctx
      const order = await stores.orders.lock(path.id)
      const { country, currency } = order
      const foundCatalogue = await catalogueOf([body], country, stores)
      // An order that was made without a country keeps none.
      const rates = country === null ? [] : foundCatalogue.rates
      const catalogue = await sellCatalogue({ ...foundCatalogue, country, rates }, stores)
      const options = { now, newId: newItemId, currency, pathOf: () => 'body.' }
      const [line] = basketOf([body], catalogue, options).lines
      const changed = stores.orders.save(order, addItem(order, line!))
      stores.orders.takeSeats(catalogue.offers)
      emit(orderUpdated, changed, { previous: order })
      return settleFree(ctx, stores, changed)
    },

    update: async (ctx, stores) => {
      const { path, body, emit } = ctx
      const order = await stores.orders.lock(path.id)
      const item = order.items.find(({ id }) => id === path.itemId)
      const offer = item && (await stores.offers.find(item.offer_id))
      const changed = stores.orders.save(order, changeItem(order, path.itemId, body))
      if (offer && (body.quantity ?? 0) > item.quantity) stores.orders.takeSeats([offer])
      emit(orderUpdated, changed, { previous: order })
      return settleFree(ctx, stores, changed)
    },

    delete: async (ctx, stores) => {
      const { path, emit } = ctx
      const order = await stores.orders.lock(path.id)
      const changed = stores.orders.save(order, removeItem(order, path.itemId))
      emit(orderUpdated, changed, { previous: order })
      return settleFree(ctx, stores, changed)
    },
  },
  {
    offer: async (ids, { offers }) => byId(await offers.many(ids)),
  },
)
