import { Readable } from 'node:stream'
import Stripe from 'stripe'
import { type IncomingRequest, webhook } from './express.ts'
import { sign, verify } from './webhooks.ts'

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3'
const body = '{"id":"evt_1","type":"order.paid","data":{"object":{"title":"Алгебра"}}}'
const now = 1_800_000_000
const signed = async (header: Promise<string> | string, text: string | Uint8Array = body, more = {}) => ({
  headers: { 'X-LMS-Signature': await header, ...more },
  body: text,
})

test('a signed body is its event, from a Request as well', async () => {
  const header = await sign(body, secret, now)
  expect(await verify(await signed(header), secret, { now })).toMatchObject({
    id: 'evt_1',
    type: 'order.paid',
  })
  const request = new Request('https://a.example/hook', {
    method: 'POST',
    body,
    headers: { 'x-lms-signature': header },
  })
  expect(await verify(request, secret, { now })).toMatchObject({ id: 'evt_1' })
})

test('it agrees with an independent implementation of the same scheme', async () => {
  const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now })
  expect(await sign(body, secret, now)).toBe(header)
  expect(await verify(await signed(header), secret, { now })).toMatchObject({ id: 'evt_1' })
})

test.each<[string, () => Promise<string>, string]>([
  ['an empty header', async () => '', 'header_malformed'],
  ['a short signature', async () => `t=${now},v1=abcd`, 'header_malformed'],
  ['a time too old', () => sign(body, secret, now - 301), 'too_old'],
  ['a time too far ahead', () => sign(body, secret, now + 301), 'too_old'],
  ['another secret', () => sign(body, 'another', now), 'signature_mismatch'],
  ['another body', () => sign(`${body} `, secret, now), 'signature_mismatch'],
])('%s is refused', async (_, header, reason) => {
  await expect(verify(await signed(header()), secret, { now })).rejects.toMatchObject({ reason })
})

test('a request without the header, and a body that is no JSON, are refused', async () => {
  await expect(verify({ headers: {}, body }, secret)).rejects.toMatchObject({ reason: 'header_missing' })
  const text = await signed(sign('no', secret, now), 'no')
  await expect(verify(text, secret, { now })).rejects.toMatchObject({ reason: 'not_json' })
})

test('during a rotation a receiver with either secret, or both, verifies', async () => {
  const next = { 'x-lms-signature-next': await sign(body, 'the new secret', now) }
  const request = await signed(sign(body, secret, now), body, next)
  for (const known of [secret, 'the new secret', [secret, 'the new secret']])
    expect(await verify(request, known, { now })).toMatchObject({ id: 'evt_1' })
  await expect(verify(request, 'a third', { now })).rejects.toMatchObject({ reason: 'signature_mismatch' })
})

describe('the middleware of Express', () => {
  const ask = async (request: Partial<IncomingRequest>, more = {}) => {
    const response = { statusCode: 200, end: () => undefined }
    const passed: unknown[] = []
    const whole = request as IncomingRequest
    await webhook({ secret, now, ...more })(whole, response, error => void passed.push(error))
    return { status: response.statusCode, passed, event: whole.event }
  }
  const incoming = async (text: string, extra: object = {}) =>
    Object.assign(Readable.from([Buffer.from(text.slice(0, 9)), Buffer.from(text.slice(9))]), {
      headers: { 'x-lms-signature': await sign(body, secret, now) },
      ...extra,
    }) as unknown as Partial<IncomingRequest>

  test('reads the raw body, and sets the event', async () => {
    expect(await ask(await incoming(body))).toMatchObject({ passed: [undefined], event: { id: 'evt_1' } })
    const raw = await incoming('', { body: Buffer.from(body) })
    expect(await ask(raw)).toMatchObject({ passed: [undefined], event: { id: 'evt_1' } })
  })

  test('refuses what is not signed, and what is too large', async () => {
    expect(await ask(await incoming(`${body} `))).toMatchObject({ status: 400, passed: [] })
    expect(await ask(await incoming(body), { maxBytes: 20 })).toMatchObject({ status: 413, passed: [] })
  })

  test('says that a parsed body cannot be verified', async () => {
    const { passed } = await ask(await incoming('', { body: { id: 'evt_1' } }))
    expect(passed).toEqual([expect.objectContaining({ message: expect.stringContaining('express.json') })])
  })
})
