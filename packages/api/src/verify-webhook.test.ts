import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { verifyWebhook } from './verify-webhook.ts'

const secret = 'a shared secret'
const body = '{"id":"evt_1","type":"order.paid"}'
const now = 1_800_000_000
const sign = (time: number, text: string, key = secret) =>
  `t=${time},v1=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`

test('a signed body is the event', () => {
  expect(verifyWebhook(body, sign(now, body), secret, { now })).toEqual({ id: 'evt_1', type: 'order.paid' })
  expect(verifyWebhook(Buffer.from(body), sign(now - 300, body), secret, { now })).toMatchObject({
    id: 'evt_1',
  })
})

test('it agrees with an independent implementation of the same scheme', () => {
  const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now })
  expect(verifyWebhook(body, header, secret, { now })).toMatchObject({ id: 'evt_1' })
})

test.each([
  ['no header', undefined, 'header_malformed'],
  ['an empty header', '', 'header_malformed'],
  ['no signature', `t=${now}`, 'header_malformed'],
  ['a short signature', `t=${now},v1=abcd`, 'header_malformed'],
  ['a time too old', sign(now - 301, body), 'too_old'],
  ['a time too far ahead', sign(now + 301, body), 'too_old'],
  ['another secret', sign(now, body, 'another'), 'signature_mismatch'],
  ['another body', sign(now, `${body} `), 'signature_mismatch'],
])('%s is refused', (_, header, reason) => {
  expect(() => verifyWebhook(body, header, secret, { now })).toThrow(expect.objectContaining({ reason }))
})

test('during a rotation a receiver with the new secret uses the second header', () => {
  const options = { now, nextHeader: sign(now, body, 'new secret') }
  expect(verifyWebhook(body, sign(now, body), 'new secret', options)).toMatchObject({ id: 'evt_1' })
})
