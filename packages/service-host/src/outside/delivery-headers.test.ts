import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { deliveryHeaders, signLms, signStandard, standardSecret } from './delivery-headers.ts'

const stripe = new Stripe('sk_test_not_used')
const secret = 'a secret with ünicode, 32 bytes or more'
const body = Buffer.from('{"id":"evt_1","type":"order.paid","data":{"object":{"title":"Алгебра"}}}')
const now = new Date()
const t = Math.floor(now.getTime() / 1000)
const input = { secret, eventId: 'evt_1', body, now, requestId: 'a'.repeat(32), userAgent: 'LMS-Webhooks/1' }

describe('X-LMS-Signature', () => {
  test('has the specified form and is verified by an independent verifier of the same scheme', () => {
    const header = signLms(secret, body, t)
    expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    expect(stripe.webhooks.constructEvent(body, header, secret, 300)).toMatchObject({ id: 'evt_1' })
    expect(() => stripe.webhooks.constructEvent(`${body} `, header, secret, 300)).toThrow()
    expect(() => stripe.webhooks.constructEvent(body, header, 'another', 300)).toThrow()
    expect(() => stripe.webhooks.constructEvent(body, signLms(secret, body, t - 301), secret, 300)).toThrow()
  })

  test('equals the result of openssl', () => {
    expect(signLms('key', 'body', 1_700_000_000)).toBe(
      't=1700000000,v1=47b6ce0fca59474308e2921c247cb2493dce6b8101d90ac05bd0c6a37d0e046e',
    )
  })

  test('is the same for a string and its bytes', () => {
    expect(signLms(secret, body.toString(), t)).toBe(signLms(secret, body, t))
  })
})

describe('Standard Webhooks', () => {
  test('equals that of the official library, which verifies it', () => {
    const webhook = new Webhook(standardSecret(secret))
    expect(signStandard(secret, 'evt_1', t, body)).toBe(webhook.sign('evt_1', now, body))
    expect(webhook.verify(body, deliveryHeaders(input))).toMatchObject({ id: 'evt_1' })
    expect(() => webhook.verify('{}', deliveryHeaders(input))).toThrow()
  })
})

describe('a secret in the form of Standard Webhooks', () => {
  const prefixedSecret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`

  test('is used by its text in X-LMS-Signature, and as its own verifiers use it beside', () => {
    const headers = deliveryHeaders({ ...input, secret: prefixedSecret })
    expect(new Webhook(prefixedSecret).verify(body, headers)).toMatchObject({ id: 'evt_1' })
    const header = headers['X-LMS-Signature']!
    expect(stripe.webhooks.constructEvent(body, header, prefixedSecret, 300)).toMatchObject({ id: 'evt_1' })
    expect(header).not.toBe(signLms('0123456789abcdef01234567', body, t))
    expect(standardSecret(prefixedSecret)).toBe(prefixedSecret)
  })
})

describe('delivery headers', () => {
  test('without a rotation', () => {
    expect(deliveryHeaders(input)).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'LMS-Webhooks/1',
      'X-Request-Id': 'a'.repeat(32),
      'X-LMS-Signature': signLms(secret, body, t),
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(t),
      'webhook-signature': signStandard(secret, 'evt_1', t, body),
    })
  })

  test('during a rotation a receiver with either secret verifies, and X-LMS-Signature keeps one v1', () => {
    const headers = deliveryHeaders({ ...input, nextSecret: 'the new secret', body: body.toString() })
    expect(headers['X-LMS-Signature']).toBe(signLms(secret, body, t))
    expect(headers['X-LMS-Signature-Next']).toBe(signLms('the new secret', body, t))
    for (const acceptedSecret of [secret, 'the new secret']) {
      expect(new Webhook(standardSecret(acceptedSecret)).verify(body, headers)).toMatchObject({ id: 'evt_1' })
    }
    expect(() => new Webhook(standardSecret('a third')).verify(body, headers)).toThrow()
  })
})
