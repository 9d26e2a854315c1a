import { lookAfter, maxLooks } from './charge.task.ts'

const day = 86_400

test('a charge whose callback is lost is looked at until a debit of a bank account is through', () => {
  const looks = Array.from({ length: maxLooks }, (_, look) => lookAfter(look))
  const seconds = looks.reduce((sum, each) => sum + each, 0)
  expect(looks[0]).toBeLessThanOrEqual(600)
  // Stripe tells of SEPA debits that take up to fourteen days.
  expect(seconds / day).toBeGreaterThan(14)
  // An attempt to save a card, which is looked at alike, is kept for 30 days.
  expect(seconds / day).toBeLessThan(30)
})
