import { type Id, newId, Refused, stateAfter } from '@lms/contract'
import fc from 'fast-check'
import type { Content, Offer } from '../offers/offer.contract.ts'
import { orderLifecycle } from './order.lifecycle.ts'
import type { Order } from './order.object.ts'
import {
  addItem,
  changeItem,
  currencyOf,
  itemsOf,
  newOrder,
  orderMoves,
  paidAt,
  removeItem,
} from './order.rules.ts'

const now = '2026-05-01T10:00:00.000+00:00'
type OfferWithContents = Offer & { contents: Content[] }
const offer = (fields: Partial<OfferWithContents> = {}): OfferWithContents => ({
  id: newId('off'),
  name: 'Course',
  description: '',
  amount: 1000,
  currency: 'EUR',
  status: 'active',
  version: 1,
  created_at: now,
  updated_at: now,
  contents: [],
  ...fields,
})
const newItemId = () => newId('ori')
const orderOf = (offers: OfferWithContents[], quantity = 1, fields: Partial<Order> = {}): Order => ({
  ...newOrder(
    {
      id: newId('ord'),
      number: 1,
      user_id: newId('usr'),
      items: itemsOf(
        offers.map(({ id }) => ({ offer_id: id, quantity })),
        offers,
        newItemId,
      ),
      currency: 'EUR',
      comment: '',
    },
    now,
  ),
  ...fields,
})
const reasonOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refused) return error.refusal.reason
    throw error
  }
  return null
}

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
          const offers = prices.map(amount => offer({ amount }))
          let order = orderOf(offers, quantity)
          const [item] = itemsOf(
            [{ offer_id: offers[0]!.id, quantity }],
            [{ ...offers[0]!, amount: extra }],
            newItemId,
          )
          order = { ...order, ...addItem(order, item!) }
          order = {
            ...order,
            ...changeItem(order, order.items[index % order.items.length]!.id, { quantity: index }),
          }
          order = { ...order, ...removeItem(order, order.items[0]!.id) }
          const sum = order.items.reduce(
            (total, { unit_amount, quantity }) => total + unit_amount * quantity,
            0,
          )
          expect(order.amount).toBe(sum)
        },
      ),
    )
  })

  test('is refused if its total is above the maximum amount', () => {
    const dear = offer({ amount: 1_000_000_000_000 })
    expect(reasonOf(() => orderOf([dear], 2))).toBe('amount_too_large')
  })

  test('has one currency, also after an addition', () => {
    const euro = offer()
    const dollar = offer({ currency: 'USD' })
    const items = [{ offer_id: euro.id }, { offer_id: dollar.id }]
    expect(reasonOf(() => currencyOf(items, [euro, dollar]))).toBe('currencies_mixed')
    expect(reasonOf(() => currencyOf([{ offer_id: dollar.id }], [euro, dollar], 'EUR'))).toBe(
      'currencies_mixed',
    )
    expect(currencyOf([{ offer_id: euro.id }], [euro, dollar], 'EUR')).toBe('EUR')
  })

  test('names every inactive offer', () => {
    const draft = offer({ status: 'draft' })
    const missing = newId('off') as Id<'off'>
    const wanted = [draft.id, offer().id, missing].map(offer_id => ({ offer_id, quantity: 1 }))
    expect(() => itemsOf(wanted, [draft], newItemId)).toThrow(
      expect.objectContaining({
        details: wanted.map((_, index) => expect.objectContaining({ path: `body.items.${index}.offer_id` })),
      }),
    )
  })

  test('has at most 150 contents of its offers, also after an addition', () => {
    const content: Content = { kind: 'course', resource_id: null, name: 'Lessons', term_days: 30 }
    const rich = (count: number) => offer({ contents: Array.from({ length: count }, () => content) })
    const full = orderOf([rich(100), rich(50)])
    expect(full.items[0]!.contents).toHaveLength(100)
    expect(reasonOf(() => orderOf([rich(100), rich(51)]))).toBe('contents_too_many')
    const one = rich(1)
    const [item] = itemsOf([{ offer_id: one.id, quantity: 1 }], [one], newItemId)
    expect(reasonOf(() => addItem(full, item!))).toBe('contents_too_many')
  })

  test('has at most a hundred items', () => {
    const offered = offer()
    let order = orderOf([offered])
    const item = () => itemsOf([{ offer_id: offered.id, quantity: 1 }], [offered], newItemId)[0]!
    for (let count = 1; count < 100; count++) order = { ...order, ...addItem(order, item()) }
    expect(reasonOf(() => addItem(order, item()))).toBe('order_full')
  })
})
