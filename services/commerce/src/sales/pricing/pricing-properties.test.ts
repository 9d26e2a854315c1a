import fc from 'fast-check'
import { sumOf } from '../../money/amounts/money.ts'
import { basket, discountOf, now, offer } from '../../testing/baskets.ts'
import { rescheduled } from './instalment-plan.ts'
import { type Line, linesOf, priced, repriced } from './pricing.ts'

describe('of any basket, discount and country', () => {
  const plan = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 5 })
    .map(days => days.sort((one, other) => one - other))
    .map(days => days.map((after_days, index) => ({ after_days, basis_points: index + 1 })))
  const lineWith = fc.record({
    unit_amount: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 1_000_000_00 })),
    quantity: fc.integer({ min: 1, max: 20 }),
    tax: fc.option(
      fc.record({
        name: fc.constant('VAT'),
        basis_points: fc.constantFrom(0, 1, 700, 1900, 10_000),
        included: fc.boolean(),
      }),
    ),
    plan: fc.option(plan),
    applies: fc.boolean(),
  })
  const basketInput = fc.record({
    lines: fc.array(lineWith, { minLength: 1, maxLength: 12 }),
    off: fc.oneof(
      fc.constant(null),
      fc.record({ percent: fc.integer({ min: 1, max: 100 }), amount_off: fc.constant(null) }),
      fc.record({ percent: fc.constant(null), amount_off: fc.integer({ min: 1, max: 1_000_000 }) }),
    ),
    all: fc.boolean(),
  })

  const priceDrawn = ({
    lines: drawn,
    off,
    all,
  }: typeof basketInput extends fc.Arbitrary<infer T> ? T : never) => {
    const offers = drawn.map(() => offer())
    const { lines, ...rest } = basket(offers)
    const filled = lines.map((line, index): Line => {
      const { applies: _, ...fields } = drawn[index]!
      return { ...line, ...fields, amount: fields.unit_amount * fields.quantity }
    })
    const chosen = offers.filter((_, index) => drawn[index]!.applies).map(({ id }) => id)
    const applies = (index: number) => all || chosen.length === 0 || drawn[index]!.applies
    const discount = off && discountOf({ ...off, offer_ids: all ? [] : chosen })
    return {
      lines: filled,
      applies,
      discount,
      pricedBasket: priced({ ...rest, lines: filled }, { discount }),
    }
  }

  test('the sums are those of the items, and the amount is items less discount plus added tax', () => {
    fc.assert(
      fc.property(basketInput, drawn => {
        const { pricedBasket } = priceDrawn(drawn)
        const { items } = pricedBasket
        expect(pricedBasket.items_amount).toBe(
          sumOf(items.map(({ unit_amount, quantity }) => unit_amount * quantity)),
        )
        expect(pricedBasket.discount_amount).toBe(sumOf(items.map(item => item.discount_amount)))
        const taxes = (included: boolean) =>
          sumOf(items.flatMap(({ tax }) => (tax?.included === included ? tax.amount : [])))
        for (const { basis_points, included, amount } of pricedBasket.taxes)
          expect(amount).toBe(
            sumOf(
              items.flatMap(({ tax }) =>
                tax?.included === included && tax.basis_points === basis_points ? tax.amount : [],
              ),
            ),
          )
        expect(sumOf(pricedBasket.taxes.map(({ amount }) => amount))).toBe(taxes(true) + taxes(false))
        expect(pricedBasket.tax_added_amount).toBe(taxes(false))
        expect(pricedBasket.tax_included_amount).toBe(taxes(true))
        expect(pricedBasket.amount).toBe(
          pricedBasket.items_amount - pricedBasket.discount_amount + pricedBasket.tax_added_amount,
        )
        expect(pricedBasket.amount).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('the discount is whole, falls on the items it applies to, and is never above their amounts', () => {
    fc.assert(
      fc.property(basketInput, drawn => {
        const { pricedBasket, applies, discount } = priceDrawn(drawn)
        const meant = sumOf(pricedBasket.items.map(({ amount }, index) => (applies(index) ? amount : 0)))
        const expected = discount?.percent
          ? Number((BigInt(meant) * BigInt(discount.percent) + 50n) / 100n)
          : Math.min(discount?.amount_off ?? 0, meant)
        expect(pricedBasket.discount_amount).toBe(expected)
        pricedBasket.items.forEach(({ amount, discount_amount }, index) => {
          expect(discount_amount).toBeGreaterThanOrEqual(0)
          expect(discount_amount).toBeLessThanOrEqual(applies(index) ? amount : 0)
        })
      }),
    )
  })

  test('each tax is within half a unit of the exact one, on the amount after the discount', () => {
    fc.assert(
      fc.property(basketInput, drawn => {
        for (const { amount, discount_amount, tax } of priceDrawn(drawn).pricedBasket.items) {
          if (!tax) continue
          const [taxed, rate] = [BigInt(amount - discount_amount), BigInt(tax.basis_points)]
          const divisor = tax.included ? 10_000n + rate : 10_000n
          const error = 2n * (BigInt(tax.amount) * divisor - taxed * rate)
          expect(error > -divisor && error <= divisor).toBe(true)
        }
      }),
    )
  })

  test('the instalments are the amount, on rising days, none of them nothing', () => {
    fc.assert(
      fc.property(basketInput, drawn => {
        const { pricedBasket, lines } = priceDrawn(drawn)
        const planned = lines.some(({ plan }) => plan !== null)
        if (!planned || pricedBasket.amount === 0) return expect(pricedBasket.instalments).toBeNull()
        const days = pricedBasket.instalments!.map(({ due_at }) => due_at)
        expect(sumOf(pricedBasket.instalments!.map(({ amount }) => amount))).toBe(pricedBasket.amount)
        expect(days).toEqual([...new Set(days)].sort())
        expect(pricedBasket.instalments!.every(({ amount }) => amount > 0)).toBe(true)
        if (
          lines.some(
            ({ plan, amount }, index) => !plan && amount > pricedBasket.items[index]!.discount_amount,
          )
        )
          expect(days[0]).toBe(now)
      }),
    )
  })

  test('an order priced again without a change is the same', () => {
    fc.assert(
      fc.property(basketInput, drawn => {
        const { pricedBasket, discount } = priceDrawn(drawn)
        const { currency: _, country: __, ...same } = pricedBasket
        expect(repriced(pricedBasket, linesOf(pricedBasket), discount)).toEqual(
          // Lines of an order know no plan: its instalments follow its amount.
          same,
        )
      }),
    )
  })

  test('instalments of another sum keep their days and proportions', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 24 })
    const dated = (amounts: number[]) =>
      amounts.map((amount, index) => ({ due_at: new Date(index).toISOString(), amount }))
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 1_000_000_000 }), (amounts, sum) => {
        const after = rescheduled(dated(amounts), sum)
        if (sum === 0) return expect(after).toBeNull()
        expect(sumOf(after!.map(({ amount }) => amount))).toBe(sum)
        const total = sumOf(amounts)
        expect(after!.every(({ amount }) => amount > 0)).toBe(true)
        for (const { due_at, amount } of after!) {
          const before = amounts[Date.parse(due_at)]!
          expect(Math.abs(amount - (before * sum) / total)).toBeLessThanOrEqual(1)
        }
      }),
    )
    expect(rescheduled(null, 5)).toBeNull()
    expect(rescheduled(dated([1, 2]), 0)).toBeNull()
    expect(rescheduled(dated([1, 2]), 1)).toEqual(dated([0, 1]).slice(1))
  })
})
