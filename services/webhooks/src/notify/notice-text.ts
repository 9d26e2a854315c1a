// The text of a notice: that a delivery has failed, or that all have failed for an hour.
import type { MailLine } from '@lms/html/mail'

export interface Failure {
  webhookId: string
  url: string
  description: string | null
  /** Since when all sends fail; null if one delivery has failed for the last time. */
  failingSince: string | null
  /** The failed delivery, or a waiting one; null if there is none any more. */
  delivery: { id: string; eventType: string; eventId: string } | null
  /** Of the last attempt. */
  error: string | null
  responseCode: number | null
}

export interface Notice {
  locale: 'en'
  subject: string
  lines: readonly MailLine[]
}

/** Subject and lines. It names only the host of the address: the rest may contain a secret. */
export function noticeOf(failure: Failure): Notice {
  const host = new URL(failure.url).hostname
  return failure.failingSince === null ? ofDelivery(failure, host) : ofSubscription(failure, host)
}

const ofDelivery = ({ delivery, ...failure }: Failure, host: string): Notice => ({
  locale: 'en',
  subject: `Events no longer arrive at ${host}`,
  lines: [
    `The event ${delivery!.eventType} (${delivery!.eventId}) could not be delivered to ${host}. Seven attempts failed, and there will be no more.`,
    facts({ delivery, ...failure }),
    'Nothing is lost: the event stays in the journal. When the receiver works again, send it again with',
    { code: `POST /v1/webhooks/deliveries {"delivery_ids": ["${delivery!.id}"]}` },
    'or everything that failed since a time with',
    {
      code: `POST /v1/webhooks/deliveries {"webhook_id": "${failure.webhookId}", "failed_since": "<time>"}`,
    },
    'You get at most one such mail an hour for each subscription. All failed deliveries:',
    { code: 'GET /v1/webhooks/deliveries?status=failed' },
  ],
})

const ofSubscription = (failure: Failure, host: string): Notice => ({
  locale: 'en',
  subject: `Nothing has arrived at ${host} for an hour`,
  lines: [
    `Every delivery to ${host} has failed since ${failure.failingSince}.`,
    facts(failure),
    'Nothing is lost: deliveries are repeated for about a day and a half. When the receiver works again, test it with',
    { code: `POST /v1/webhooks/${failure.webhookId}/test` },
    'Its state, and a pause:',
    {
      code: `GET /v1/webhooks/${failure.webhookId}\nPATCH /v1/webhooks/${failure.webhookId} {"active": false}`,
    },
    'You get this mail once, until a delivery arrives.',
  ],
})

const facts = ({ webhookId, description, delivery, error, responseCode }: Failure): string =>
  [
    `Subscription: ${webhookId}${description ? ` (${description.replace(/\s+/g, ' ')})` : ''}`,
    ...(delivery ? [`Delivery: ${delivery.id}`] : []),
    `Last diagnosis: ${responseCode === null ? (error ?? 'unknown') : `${error} ${responseCode}`}`,
  ].join('\n')
