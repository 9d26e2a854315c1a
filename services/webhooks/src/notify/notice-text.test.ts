// Both mails as administrators read them.
import { type Failure, noticeOf } from './notice-text.ts'

const failure: Failure = {
  webhookId: 'whk_1',
  url: 'https://shop.example/hook?token=hidden',
  description: 'The\n  shop',
  failingSince: null,
  delivery: { id: 'dlv_1', eventType: 'order.paid', eventId: 'evt_1' },
  error: 'http_status',
  responseCode: 503,
}
const since = '2026-11-22T08:00:00.000+00:00'

test('the mail about a delivery names the event, the cause, and how to send it again', () => {
  expect(noticeOf(failure)).toEqual({
    locale: 'en',
    subject: 'Events no longer arrive at shop.example',
    lines: [
      'The event order.paid (evt_1) could not be delivered to shop.example. Seven attempts failed, and there will be no more.',
      'Subscription: whk_1 (The shop)\nDelivery: dlv_1\nLast diagnosis: http_status 503',
      'Nothing is lost: the event stays in the journal. When the receiver works again, send it again with',
      { code: 'POST /v1/webhooks/deliveries {"delivery_ids": ["dlv_1"]}' },
      'or everything that failed since a time with',
      { code: 'POST /v1/webhooks/deliveries {"webhook_id": "whk_1", "failed_since": "<time>"}' },
      'You get at most one such mail an hour for each subscription. All failed deliveries:',
      { code: 'GET /v1/webhooks/deliveries?status=failed' },
    ],
  })
})

test('the mail about a subscription says since when all its deliveries fail, and how to test it', () => {
  expect(noticeOf({ ...failure, failingSince: since })).toEqual({
    locale: 'en',
    subject: 'Nothing has arrived at shop.example for an hour',
    lines: [
      `Every delivery to shop.example has failed since ${since}.`,
      'Subscription: whk_1 (The shop)\nDelivery: dlv_1\nLast diagnosis: http_status 503',
      'Nothing is lost: deliveries are repeated for about a day and a half. When the receiver works again, test it with',
      { code: 'POST /v1/webhooks/whk_1/test' },
      'Its state, and a pause:',
      { code: 'GET /v1/webhooks/whk_1\nPATCH /v1/webhooks/whk_1 {"active": false}' },
      'You get this mail once, until a delivery arrives.',
    ],
  })
})

test.each<[string, Partial<Failure>, string]>([
  ['without an answer', { error: 'connect ECONNREFUSED', responseCode: null }, 'connect ECONNREFUSED'],
  ['whose cause is not known any more', { error: null, responseCode: null }, 'unknown'],
])('a failure %s is told as it is known', (_, more, diagnosis) => {
  expect(noticeOf({ ...failure, ...more }).lines[1]).toMatch(new RegExp(`\nLast diagnosis: ${diagnosis}$`))
})

test('what there is not is not named', () => {
  const { lines } = noticeOf({ ...failure, failingSince: since, description: null, delivery: null })
  expect(lines[1]).toMatch(/^Subscription: whk_1\nLast diagnosis:/)
})
