// Rules for receivers of webhooks: on the page of the reference, in the document and in docs/events.md.

export const receivingIntroduction =
  'The journal of a school stores every event. Each subscription that takes the event gets the envelope by POST. ' +
  'An event arrives at least once and in no fixed order.'

/** The rules by topic. */
export const receivingRules: readonly (readonly [string, string])[] = [
  [
    'answer',
    'A status line of 2xx within 10 seconds is success. Redirects are not followed. After a failure the event comes again after 1, 5 and 30 minutes and 2, 12 and 24 hours. Administrators get an e-mail when nothing has arrived for an hour. After the last attempt the delivery has failed, and they get another. `POST /v1/webhooks/deliveries` retries it.',
  ],
  [
    'once',
    'The `id` of an event is the same in each attempt and in a replay. Store it in one transaction with the effect of the event, and answer a second arrival like the first.',
  ],
  [
    'selection',
    '`events` selects types. `filter` selects events by content (`{"status": "paid"}`, in the syntax of list filters). `fields` selects the fields of the object to send (`["id"]`: only its id).',
  ],
  [
    'order',
    '`sequence` rises within the school, with gaps where you do not take every event. Of two states of an object the higher `version` is newer. With `ordered` the events of one object come one after the other, and wait for each other. Read missed events with `GET /v1/events?sort=sequence&sequence[gt]=…`.',
  ],
  [
    '`X-LMS-Signature`',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the text of the `secret` (its UTF-8 bytes), whatever its form. Check it over the received bytes, before any parsing, and refuse a `t` more than 300 seconds off.',
  ],
  [
    'Standard Webhooks',
    'Its libraries verify `webhook-id`, `webhook-timestamp` and `webhook-signature`. They take a secret that the server has made as it is (`whsec_…`), and one of your own of that form. For any other of your own give them `whsec_` + base64(`secret`).',
  ],
  [
    'rotation',
    '`PATCH /v1/webhooks/{id} {"rotate_secret": {}}` gives a new secret. Until `rotation_ends_at` `X-LMS-Signature` uses the old secret, `X-LMS-Signature-Next` the new one, and `webhook-signature` has both, so a receiver can change at any moment between. `complete_rotation` ends it at once, `cancel_rotation` drops the new secret.',
  ],
  [
    'secret',
    'Only the answer that creates a secret shows it. Let the server make one (`whsec_` and base64), or give one of your own of 16 characters or more, which is taken as it is.',
  ],
]

/** The rules as a list, for a description. */
export const receivingText = [
  receivingIntroduction,
  receivingRules.map(([part, rule]) => `- ${part}: ${rule}`).join('\n'),
].join('\n\n')
