import type { PaymentPage, Way } from './page.contract.ts'
import { paymentPage } from './payment-page.ts'

const page: PaymentPage = {
  status: 'due',
  test: false,
  order_number: 1001,
  items: [{ name: 'Course', quantity: 1, amount: 4900 }],
  discount_amount: 0,
  tax_added_amount: 0,
  order_amount: 4900,
  amount: 4900,
  whole_amount: null,
  next: null,
  currency: 'EUR',
  ways: [],
  problem: null,
  continue_url: null,
  included: [],
  gifts: [],
  receipts: [],
  webinars: [],
  learn_url: null,
  card: null,
}
const provider_id = 'pvd_01h455vb4pex5vsknk084sn02q'
const way: Way = {
  provider_id,
  name: 'Card',
  page: 'redirect',
  test: false,
  fields: [],
  instructions: '',
}
const visit = { path: '/pay/token', language: 'en', school_name: 'School', time_zone: 'UTC' }
const textOf = (fields: Partial<PaymentPage>) => paymentPage({ ...page, ...fields }, visit, false).content

test('a provider with a page of its own has a button without fields', () => {
  const text = textOf({ ways: [way] })
  expect(text).toContain('<button type="submit" name="amount" value="4900">Pay €49.00</button>')
  expect(text).not.toContain('<input id')
})

test('a payment that was started at a provider can be continued there', () => {
  const text = textOf({ ways: [way], continue_url: 'https://checkout.stripe.com/c/pay/cs_1?a=1&b=2' })
  expect(text).toContain('href="https://checkout.stripe.com/c/pay/cs_1?a=1&#38;b=2"')
  expect(text).toContain('Continue at checkout.stripe.com')
})

test('a school without a way to pay says so, and a problem of no present way stands above all', () => {
  expect(textOf({})).toContain('Payment is not possible now. Ask the school how to pay')
  const problem = { provider_id: null, reason: 'way_gone' as const }
  expect(textOf({ ways: [way], problem })).toContain(
    'role="alert">This way to pay is not available any more.',
  )
})

test('who pays in parts may choose all of it, and reads when the next part is due', () => {
  const next = { due_at: '2026-12-24T10:00:00.000+00:00', amount: 1000 }
  const text = textOf({ ways: [way], amount: 1000, whole_amount: 3000, next })
  expect(text).toContain('<button type="submit" name="amount" value="1000">Pay €10.00</button>')
  expect(text).toContain('name="amount" value="3000" class="second">Pay all of it, €30.00</button>')
  expect(text).toContain('The next part, €10.00, is due on December 24, 2026.')
})

test('a paid order says what it gives, and leads to it where the school has a page for it', () => {
  const included = [
    { name: 'Watercolour', term_days: 90 },
    { name: 'Group', term_days: null },
  ]
  const text = textOf({ status: 'paid', included, learn_url: 'https://learn.example/?a=1&b="' })
  expect(text).toContain('<li>Watercolour (90 days)</li>\n<li>Group</li>')
  expect(text).toContain(
    '<a class="button" href="https://learn.example/?a=1&#38;b=&#34;">Go to what you bought</a>',
  )
  expect(textOf({ status: 'paid' })).not.toContain('<a')
  expect(textOf({ included })).not.toContain('Watercolour')
})
