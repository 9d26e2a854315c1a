import { ownAmount, stepProblem, stripeAmount } from './stripe.rules.ts'

// docs.stripe.com/currencies: "Zero-decimal currencies", "Three-decimal currencies", "Special cases".
test.each([
  ['EUR', 4_900, 4_900],
  ['JPY', 500, 500],
  ['XOF', 500, 500],
  ['KWD', 4_900, 4_900],
  ['ISK', 500, 50_000],
  ['UGX', 500, 50_000],
  ['MGA', 500_000, 5_000],
])('an amount of %s: %i of its minor unit are %i at Stripe, and back', (currency, own, theirs) => {
  expect(stripeAmount(own, currency)).toBe(theirs)
  expect(ownAmount(theirs, currency.toLowerCase())).toBe(own)
  expect(stepProblem({ amount: own, currency })).toBeNull()
})

test.each([
  ['KWD', 4_905],
  ['MGA', 500_010],
])('an amount of %s that Stripe cannot count is refused: %i', (currency, amount) => {
  expect(stepProblem({ amount, currency })).toContain(currency)
})
