import fc from 'fast-check'
import { sumOf } from '../../money/amounts/money.ts'
import { availableAt, type Entry, earnedOf, missingEntry, signed } from './accrual.rules.ts'

const untaxed = { amount: 10_000, tax_added_amount: 0, tax_included_amount: 0 }

test.each([
  [untaxed, 10_000, 1000, 1000],
  [untaxed, 5000, 1000, 500],
  [untaxed, 0, 1000, 0],
  [untaxed, 999, 1500, 150],
  [{ ...untaxed, amount: 11_900, tax_included_amount: 1900 }, 11_900, 1000, 1000],
  [{ ...untaxed, amount: 11_900, tax_added_amount: 1900 }, 5950, 1000, 500],
  [{ ...untaxed, amount: 0 }, 0, 1000, 0],
  // More was paid than the order asks for: the rest waits for its refund.
  [untaxed, 12_000, 1000, 1000],
])('of %j, of which %i is kept, a share of %i basis points is %i', (order, retained, basisPoints, earned) => {
  expect(earnedOf(order, retained, basisPoints)).toBe(earned)
})

test('the refund term ends whole days after the payment', () => {
  expect(availableAt('2026-11-21T09:30:00.000+00:00', 14).toISOString()).toBe('2026-12-05T09:30:00.000Z')
})

const order = fc
  .record({
    amount: fc.integer({ min: 0, max: 1_000_000_000_000 }),
    taxed: fc.double({ min: 0, max: 0.5, noNaN: true }),
    added: fc.boolean(),
  })
  .map(({ amount, taxed, added }) => {
    const tax = Math.floor(amount * taxed)
    return { amount, tax_added_amount: added ? tax : 0, tax_included_amount: added ? 0 : tax }
  })

test('payments and refunds in any parts leave a partner exactly the share of what was kept, and nothing of nothing', () => {
  const moves = fc.array(fc.tuple(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true })), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(order, fc.integer({ min: 1, max: 10_000 }), moves, (of, basisPoints, parts) => {
      const entries: Entry[] = []
      let retained = 0
      const move = (to: number) => {
        const before = retained
        retained = to
        const entry = missingEntry(entries, earnedOf(of, retained, basisPoints))
        if (!entry) return
        entries.push(entry)
        // A payment never takes, and a refund never gives.
        expect(entry.kind).toBe(retained > before ? 'earned' : 'taken_back')
        expect(entry.amount).toBeGreaterThan(0)
      }
      for (const [pays, part] of parts)
        move(
          pays
            ? retained + Math.floor((of.amount - retained) * part)
            : retained - Math.floor(retained * part),
        )
      expect(sumOf(entries.map(signed))).toBe(earnedOf(of, retained, basisPoints))
      move(of.amount)
      const taxes = of.tax_added_amount + of.tax_included_amount
      expect(sumOf(entries.map(signed))).toBe(
        earnedOf(
          { ...of, amount: of.amount - taxes, tax_added_amount: 0, tax_included_amount: 0 },
          of.amount - taxes,
          basisPoints,
        ),
      )
      move(0)
      expect(sumOf(entries.map(signed))).toBe(0)
    }),
  )
})
