import { catalog } from './catalog.ts'
import { amountOf } from './money.ts'

const tools = await catalog()
const findTool = (method: string, path: string) => tools.find(method, path)!
const payment = 'pay_01h455vb4pex5vsknk084sn02q'
const refund = findTool('POST', `/v1/payments/${payment}/refund`)
const seen = [{ id: payment, name: 'Payment', version: 1, fields: { amount: 5000, currency: 'EUR' } }]

test.each([
  ['the amount that the body names', '{"amount":1200}', null, { amount: 1200, currency: null }],
  ['that of the payment, where the body names none', '{}', null, { amount: 5000, currency: 'EUR' }],
  [
    'the largest that the dry run tells',
    '{}',
    '{"total":9000,"items":[{"amount":10}]}',
    { amount: 9000, currency: null },
  ],
])('the money of a refund is %s', (_, body, dryRun, amount) => {
  expect(amountOf(refund, body, { seen, dryRun })).toEqual(amount)
})

test('what stays in the school and names no amount moves no money', () => {
  const cancel = findTool('POST', '/v1/orders/ord_01h455vb4pex5vsknk084sn02q/cancel')
  expect(amountOf(cancel, null, { seen, dryRun: null })).toBeNull()
})
