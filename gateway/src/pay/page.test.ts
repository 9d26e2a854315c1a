import type { PaymentPage, Way } from '@lms/commerce/contract'
import { pageOf } from '../public/page.ts'
import { shownAs } from './page.ts'

const page: PaymentPage = {
  status: 'due',
  test: false,
  order_number: 1001,
  items: [{ name: 'Course', quantity: 1, amount: 4900 }],
  discount_amount: 0,
  tax_added_amount: 0,
  order_amount: 4900,
  amount: 4900,
  currency: 'EUR',
  ways: [],
  problem: null,
  continue_url: null,
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
const textOf = (fields: Partial<PaymentPage>) => {
  const { title, content } = shownAs({ ...page, ...fields }, '/pay/token', 'en')
  return pageOf(title, { name: 'School', language: 'en' }, content)
}

test('a provider with a page of its own has a button without fields', () => {
  const text = textOf({ ways: [way] })
  expect(text).toContain('<button type="submit">Pay €49.00</button>')
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
