import { signLms } from '@lms/service-host/outside'
import { requestOf } from './request.ts'

const body = Buffer.from('{}')
const now = new Date('2026-11-22T08:00:00Z')
const second = now.getTime() / 1000
const target = {
  url: 'https://receiver.example/',
  secret: 'the old secret',
  rotation: null,
  headers: { 'X-Shop': 'own' },
}
const event = { eventId: 'evt_1', requestId: 'r', body }
const by = (secret: string) => signLms(secret, body, second)

test('a delivery names itself and its attempt, and has the headers of the school', () => {
  const { url, headers, body: sent } = requestOf(target, event, now, { deliveryId: 'dlv_1', attempt: 3 })
  expect([url, sent]).toEqual([target.url, body])
  expect(headers).toMatchObject({
    'User-Agent': 'lms-webhooks/1',
    'X-Request-Id': 'r',
    'webhook-id': 'evt_1',
    'X-Shop': 'own',
    'X-LMS-Delivery-Id': 'dlv_1',
    'X-LMS-Attempt': '3',
    'X-LMS-Signature': by('the old secret'),
  })
  expect(headers).not.toHaveProperty('X-LMS-Signature-Next')
})

test('a test names no delivery', () => {
  const { headers } = requestOf(target, event, now)
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['X-LMS-Delivery-Id']))
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['X-LMS-Attempt']))
})

test.each([
  ['before its end', 1, { old: 'the old secret', next: 'the new secret' }],
  ['at its end', 0, { old: 'the new secret', next: null }],
  ['later', -1, { old: 'the new secret', next: null }],
])('a rotation %s signs with the secrets of that time', (_, leftMs, { old, next }) => {
  const rotation = { secret: 'the new secret', endsAt: now.getTime() + leftMs }
  const { headers } = requestOf({ ...target, rotation }, event, now)
  expect(headers['X-LMS-Signature']).toBe(by(old))
  expect(headers['X-LMS-Signature-Next']).toBe(next === null ? undefined : by(next))
})
