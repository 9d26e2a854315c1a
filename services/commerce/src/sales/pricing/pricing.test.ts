import { newId } from '@lms/contract'
import type { Content } from '../../catalog/offers/offer.contract.ts'
import { basket, catalogue, discountOf, now, offer, priceOf, reasonOf } from '../../testing/baskets.ts'
import { amountNow } from './due-now.ts'
import { taxFor } from './item-taxes.ts'
import { basketOf, priced } from './pricing.ts'

const day = (number: number, time = '10:00:00.000') => `2026-05-0${number}T${time}+00:00`
const contentOf = (kind: Content['kind']): Content => ({
  kind,
  resource_id: null,
  name: 'Part',
  term_days: null,
})

describe('the price of one', () => {
  const early = { early_amount: 500, early_starts_at: day(2), early_ends_at: day(4) }
  test.each([
    ['before its beginning', early, day(2, '09:59:59.999'), 700],
    ['at its beginning', early, day(2), 500],
    ['until its end', early, day(4, '09:59:59.999'), 500],
    ['at its end', early, day(4), 700],
    ['without a beginning', { ...early, early_starts_at: null }, day(1), 500],
    ['that is nothing', { ...early, early_amount: 0 }, day(3), 0],
    ['that there is none of', {}, day(3), 700],
  ])('with an early price %s', (_, fields, time, amount) =>
    expect(amountNow(priceOf(offer(), fields), time)).toBe(amount),
  )
})

describe('the tax rate of an item', () => {
  const rate = (kind: 'any' | Content['kind'], basis_points: number) => ({
    kind,
    basis_points,
    name: kind,
    included: true,
  })
  const rates = [rate('any', 1900), rate('course', 700), rate('webinar', 2500)]
  test.each([
    ['is that of its kind', ['course'], rates, null, { name: 'course', basis_points: 700, included: true }],
    ['is that of any kind otherwise', ['group'], rates, null, { name: 'any' }],
    ['of a bundle is the highest', ['course', 'webinar', 'group'], rates, null, { name: 'webinar' }],
    ['without contents is that of other things', [], [rate('other', 100), ...rates], null, { name: 'other' }],
    ['is added where the price says so', ['course'], rates, false, { included: false }],
    [
      'is included where the price says so',
      ['course'],
      [{ ...rates[1]!, included: false }],
      true,
      { included: true },
    ],
  ] as const)('%s', (_, kinds, table, included, expected) =>
    expect(taxFor(kinds.map(contentOf), table, included)).toMatchObject(expected),
  )

  test('is none in a country without a rate for it', () => {
    expect(taxFor([contentOf('course')], [], null)).toBeNull()
    expect(taxFor([contentOf('course')], [rate('group', 1900)], null)).toBeNull()
  })
})

describe('a basket', () => {
  test('takes the variant that is asked for, otherwise the price of the offer', () => {
    const course = offer()
    const monthly = priceOf(course, {
      interval: { unit: 'month', count: 1 },
      early_amount: 300,
      early_ends_at: day(2),
    })
    const items = [
      { offer_id: course.id, quantity: 2 },
      { offer_id: course.id, price_id: monthly.id, quantity: 3 },
    ]
    expect(basket([course], { items, prices: [monthly] }).lines).toMatchObject([
      { price_id: null, unit_amount: 1000, amount: 2000, interval: null },
      { price_id: monthly.id, unit_amount: 300, amount: 900, interval: { unit: 'month', count: 1 } },
    ])
  })

  test('refuses each offer and each price that is not sold', () => {
    const [draft, course, archived] = [offer({ status: 'draft' }), offer(), offer({ status: 'archived' })]
    const offers = [draft, course, archived]
    const items = [...offers.map(({ id }) => id), newId('off')].map(offer_id => ({ offer_id, quantity: 1 }))
    expect(() => basket(offers, { items })).toThrow(
      expect.objectContaining({
        refusal: expect.objectContaining({ reason: 'offer_unknown' }),
        details: [0, 2, 3].map(index => expect.objectContaining({ path: `body.items.${index}.offer_id` })),
      }),
    )
    const [good, old, foreign] = [priceOf(course), priceOf(course, { status: 'archived' }), priceOf(archived)]
    const priced = [good, old, foreign, priceOf(course)].map(({ id }) => ({
      offer_id: course.id,
      price_id: id,
      quantity: 1,
    }))
    expect(() => basket([course], { items: priced, prices: [good, old, foreign] })).toThrow(
      expect.objectContaining({
        refusal: expect.objectContaining({ reason: 'price_unknown' }),
        details: [1, 2, 3].map(index => expect.objectContaining({ path: `body.items.${index}.price_id` })),
      }),
    )
  })

  test('sells archived offers and prices to those who have subscribed, but no drafts', () => {
    const renewalOptions = { now, newId: () => newId('ori'), archived: true }
    const course = offer({ status: 'archived' })
    const price = priceOf(course, { status: 'archived' })
    const items = [{ offer_id: course.id, price_id: price.id, quantity: 1 }]
    const renewed = basketOf(items, catalogue({ offers: [course], prices: [price] }), renewalOptions)
    expect(renewed.lines).toMatchObject([{ unit_amount: 700 }])
    const draft = { ...course, status: 'draft' as const }
    const drafted = () => basketOf(items, catalogue({ offers: [draft], prices: [price] }), renewalOptions)
    expect(reasonOf(drafted)).toBe('offer_unknown')
  })

  test('has one currency: that of its prices and of the order it is added to; gifts have none', () => {
    const [euro, dollar] = [offer(), offer({ currency: 'USD' })]
    const itemsWith = (gift: boolean) => [
      { offer_id: euro.id, quantity: 1 },
      { offer_id: dollar.id, quantity: 1, gift },
    ]
    expect(reasonOf(() => basket([euro, dollar]))).toBe('currencies_mixed')
    expect(basket([euro, dollar], { items: itemsWith(true) })).toMatchObject({ currency: 'EUR' })
    const prices = [priceOf(dollar)]
    const inEuro = [{ offer_id: dollar.id, price_id: prices[0]!.id, quantity: 1 }]
    expect(basket([dollar], { items: inEuro, prices }).currency).toBe('EUR')
    const added = () =>
      basketOf(inEuro, catalogue({ offers: [dollar], prices }), {
        now,
        newId: () => newId('ori'),
        currency: 'USD',
      })
    expect(reasonOf(added)).toBe('currencies_mixed')
  })

  test('is refused above the maximum amount, also where only the tax exceeds it', () => {
    const most = 1_000_000_000_000
    const none = { discount: null }
    expect(priced(basket([offer({ amount: most })]), none).amount).toBe(most)
    expect(reasonOf(() => priced(basket([offer({ amount: most })], { quantity: 2 }), none))).toBe(
      'amount_too_large',
    )
    const rates = [{ kind: 'any' as const, name: 'VAT', basis_points: 1, included: false }]
    const taxed = basket([offer({ amount: most })], { country: 'DE', rates })
    expect(reasonOf(() => priced(taxed, none))).toBe('amount_too_large')
  })
})

test.each([
  ['percent', { percent: 50, amount_off: null }, [33, 66], [17, 33], [3, 0]],
  ['amount', { percent: null, amount_off: 10 }, [10, 20], [3, 7], [1, 0]],
  ['too large an amount', { percent: null, amount_off: 100 }, [1, 2], [1, 2], [0, 0]],
])('a discount of a %s is divided, and the tax is that of the rest', (_, off, amounts, discounts, taxes) => {
  const offers = amounts.map(amount => offer({ amount, contents: [contentOf('course')] }))
  const rates = [{ kind: 'course' as const, name: 'VAT', basis_points: 2000, included: true }]
  const { lines, ...rest } = basket(offers, { country: 'DE', rates })
  const taxed = { ...rest, lines: lines.map((line, index) => (index ? { ...line, tax: null } : line)) }
  const { items } = priced(taxed, { discount: discountOf(off) })
  expect(items.map(({ discount_amount }) => discount_amount)).toEqual(discounts)
  expect(items.map(({ tax }) => tax?.amount ?? 0)).toEqual(taxes)
})

test('instalments fall on at most a hundred days', () => {
  const offers = Array.from({ length: 6 }, () => offer({ amount: 10_000 }))
  const prices = offers.map((each, index) =>
    priceOf(each, {
      amount: 10_000,
      instalments: Array.from({ length: 20 }, (_, part) => ({
        basis_points: 500,
        after_days: part * 6 + index,
      })),
    }),
  )
  const items = prices.map(({ id, offer_id }) => ({ offer_id, price_id: id, quantity: 1 }))
  const of = (count: number) =>
    priced(basket(offers, { items: items.slice(0, count), prices }), { discount: null })
  expect(of(5).instalments).toHaveLength(100)
  expect(reasonOf(() => of(6))).toBe('instalments_too_many')
})

test('a gift is not paid in instalments, and makes nothing else so', () => {
  const [course, book] = [offer(), offer()]
  const instalments = [0, 30].map(after_days => ({ after_days, basis_points: 5000 }))
  const price = priceOf(book, { instalments })
  const itemsWith = (gift: boolean) => [
    { offer_id: course.id, quantity: 1 },
    { offer_id: book.id, price_id: price.id, quantity: 1, gift },
  ]
  const parts = (gift: boolean) =>
    priced(basket([course, book], { items: itemsWith(gift), prices: [price] }), { discount: null })
      .instalments
  expect(parts(false)).toHaveLength(2)
  expect(parts(true)).toBeNull()
})

test('an order has at most ten tax rates', () => {
  const { lines, ...rest } = basket(Array.from({ length: 11 }, () => offer()))
  const rates = (count: number) =>
    lines.map((line, index) => ({
      ...line,
      tax: { name: 'VAT', basis_points: 100 * (index % count), included: true },
    }))
  const of = (count: number) => priced({ ...rest, lines: rates(count) }, { discount: null })
  expect(of(10).taxes).toHaveLength(10)
  expect(reasonOf(() => of(11))).toBe('taxes_too_many')
})
