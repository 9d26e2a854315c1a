// The words of the notice that a delivery has failed.

export interface Failure {
  webhookId: string
  url: string
  description: string | null
  eventType: string
  eventId: string
  deliveryId: string
  /** Of the last attempt. */
  error: string | null
  responseCode: number | null
}

/** Subject and text. Of the address only the host is told: the rest may hold a secret. */
export function noticeOf(failure: Failure): { subject: string; text: string } {
  const { webhookId, url, description, eventType, eventId, deliveryId, error, responseCode } = failure
  const host = new URL(url).hostname
  const named = description ? ` (${description.replace(/\s+/g, ' ')})` : ''
  const diagnosis = responseCode === null ? (error ?? 'unknown') : `${error} ${responseCode}`
  return {
    subject: `Events no longer arrive at ${host}`,
    text: [
      `The event ${eventType} (${eventId}) could not be delivered to ${host}: seven attempts failed, and no more follow.`,
      '',
      `Subscription: ${webhookId}${named}`,
      `Delivery: ${deliveryId}`,
      `Last diagnosis: ${diagnosis}`,
      '',
      'Nothing is lost: the event stays in the journal. When the receiver is well again, send it anew with',
      `POST /v1/webhooks/deliveries {"delivery_ids": ["${deliveryId}"]}`,
      'or all that failed since a moment with',
      `POST /v1/webhooks/deliveries {"webhook_id": "${webhookId}", "failed_since": "<time>"}`,
      '',
      'You get at most one such mail an hour for each subscription; GET /v1/webhooks/deliveries?status=failed lists all.',
      '',
    ].join('\n'),
  }
}
