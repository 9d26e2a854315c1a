import { stateAfter } from '@lms/contract'
import fc from 'fast-check'
import type { Content } from '../../catalog/offers/offer.contract.ts'
import { orderLifecycle } from '../../objects/order.lifecycle.ts'
import type { Order } from '../../objects/order.object.ts'
import { basket, now, offer, orderOf, reasonOf } from '../../testing/baskets.ts'
import { priced } from '../pricing/pricing.ts'
import { addItem, changeItem, newOrderFor, orderMoves, paidAt, removeItem } from './order.rules.ts'

const lineFor = (...offers: Parameters<typeof offer>) => basket([offer(...offers)]).lines[0]!

describe('an order', () => {
  const moves: [Order['status'], 'pay' | 'cancel', string | null][] = [
    ['waiting_payment', 'pay', null],
    ['waiting_payment', 'cancel', null],
    ['expired', 'pay', null],
    ['expired', 'cancel', null],
    ['paid', 'pay', 'order_already_paid'],
    ['paid', 'cancel', 'order_already_paid'],
    ['canceled', 'pay', 'order_canceled'],
    ['canceled', 'cancel', 'order_canceled'],
    ['refunded', 'pay', 'order_canceled'],
    ['refunded', 'cancel', 'order_canceled'],
  ]
  test.each(moves)('that is %s: %s → refused with %s', (status, move, reason) => {
    expect(reasonOf(() => stateAfter(orderMoves, status, [move]))).toBe(reason)
  })

  test('the table above has every state', () => {
    expect(new Set(moves.map(([status]) => status))).toEqual(new Set(orderLifecycle.states))
  })

  test('is not paid in the future', () => {
    expect(reasonOf(() => paidAt('2026-05-01T10:00:00.001+00:00', now))).toBe('paid_in_future')
    expect(paidAt(undefined, now)).toBe(now)
  })

  test('costs the sum of its items after any additions, changes and removals', () => {
    const price = fc.integer({ min: 0, max: 1_000_000 })
    const count = fc.integer({ min: 1, max: 50 })
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 1, maxLength: 8 }),
        count,
        price,
        count,
        (prices, quantity, extra, index) => {
          let order = orderOf(
            prices.map(amount => offer({ amount })),
            quantity,
          )
          order = { ...order, ...addItem(order, lineFor({ amount: extra })) }
          order = {
            ...order,
            ...changeItem(order, order.items[index % order.items.length]!.id, { quantity: index }),
          }
          order = { ...order, ...removeItem(order, order.items[0]!.id) }
          const sum = order.items.reduce(
            (total, { unit_amount, quantity }) => total + unit_amount * quantity,
            0,
          )
          expect(order).toMatchObject({ amount: sum, items_amount: sum })
        },
      ),
    )
  })

  test('keeps its price once a part of it is paid', () => {
    const order = { ...orderOf([offer(), offer()]), paid_amount: 1 }
    const { id } = order.items[0]!
    expect(reasonOf(() => addItem(order, lineFor()))).toBe('order_part_paid')
    expect(reasonOf(() => changeItem(order, id, { quantity: 2 }))).toBe('order_part_paid')
    expect(reasonOf(() => removeItem(order, id))).toBe('order_part_paid')
  })

  test('keeps the gifts of its promo code, and an item that is none', () => {
    const [bought, gifted] = [offer(), offer()]
    const items = [bought, gifted].map(({ id }) => ({ offer_id: id, quantity: 1, gift: id === gifted.id }))
    const pricedBasket = priced(basket([bought, gifted], { items }), { discount: null })
    const order = newOrderFor(pricedBasket, orderOf([bought]), now)
    expect(order).toMatchObject({ amount: 1000, items: [{ gift: false }, { gift: true, amount: 0 }] })
    const [one, gift] = order.items
    expect(reasonOf(() => changeItem(order, gift!.id, { unit_amount: 1 }))).toBe('gift_item_fixed')
    expect(reasonOf(() => removeItem(order, gift!.id))).toBe('gift_item_fixed')
    expect(reasonOf(() => removeItem(order, one!.id))).toBe('order_needs_item')
  })

  test('has at most 130 contents of its offers, also after an addition', () => {
    const content: Content = { kind: 'course', resource_id: null, name: 'Lessons', term_days: 30 }
    const rich = (count: number) => ({ contents: Array.from({ length: count }, () => content) })
    const full = orderOf([offer(rich(100)), offer(rich(30))])
    expect(full.items[0]!.contents).toHaveLength(100)
    expect(reasonOf(() => orderOf([offer(rich(100)), offer(rich(31))]))).toBe('contents_too_many')
    expect(reasonOf(() => addItem(full, lineFor(rich(1))))).toBe('contents_too_many')
  })

  test('has at most a hundred items', () => {
    let order = orderOf([offer()])
    for (let count = 1; count < 100; count++) order = { ...order, ...addItem(order, lineFor()) }
    expect(reasonOf(() => addItem(order, lineFor()))).toBe('order_items_limit_reached')
  })
})
