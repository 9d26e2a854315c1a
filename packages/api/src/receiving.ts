// What a receiver of webhooks has to know: on the page of the reference, in the document and in docs/events.md.

export const receivingIntroduction =
  'Every event of a school stands in its journal and goes to each subscription that takes it, as a POST of the envelope. ' +
  'It arrives at least once and in no fixed order.'

/** What a receiver does, and what holds. */
export const receivingRules: readonly (readonly [string, string])[] = [
  [
    'answer',
    'A 2xx within 10 seconds is success, at its first line; redirects are not followed. Else it comes again after 1 and 5 minutes, 30 minutes, 2, 12 and 24 hours; administrators get an e-mail once nothing has arrived for an hour. Then the delivery has failed, they get another, and it can be retried at `POST /v1/webhooks/deliveries`.',
  ],
  [
    'once',
    'The `id` of an event is the same in each attempt and in a replay. Keep it in one transaction with what the event does, and answer a second arrival like the first.',
  ],
  [
    'what',
    '`events` names the types; `filter` takes of these what says so (`{"status": "paid"}`, as a list is filtered), and `fields` sends of each object what you name (`["id"]`: nothing but its id).',
  ],
  [
    'order',
    '`sequence` rises within the school, with gaps where you do not take every event; an object’s `version` says which of two states is newer. With `ordered` events of one object come one after the other, and wait for each other. What was missed is read with `GET /v1/events?sort=sequence&sequence[gt]=…`.',
  ],
  [
    '`X-LMS-Signature`',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the UTF-8 bytes of the `secret`. Check it over the bytes as they came, before any parsing, and refuse a `t` more than 300 seconds off.',
  ],
  [
    'Standard Webhooks',
    '`webhook-id`, `webhook-timestamp` and `webhook-signature` are what its libraries verify. They take the secret as `whsec_` followed by the base64 of its bytes: `whsec_` + base64(`secret`).',
  ],
  [
    'rotation',
    '`PATCH /v1/webhooks/{id} {"rotate_secret": {}}` gives a new secret. Until `rotation_ends_at` `X-LMS-Signature` stays with the old one, `X-LMS-Signature-Next` is by the new one, and `webhook-signature` has both, so a receiver is changed at any moment between. `complete_rotation` ends it at once, `cancel_rotation` drops the new secret.',
  ],
  [
    'secret',
    'Shown once, in the answer that made it. Give one of your own of 16 characters or more, or let one be made.',
  ],
]

/** The rules as a list, for a description. */
export const receivingText = [
  receivingIntroduction,
  receivingRules.map(([part, rule]) => `- ${part}: ${rule}`).join('\n'),
].join('\n\n')
