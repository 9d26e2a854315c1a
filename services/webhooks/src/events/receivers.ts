// Which subscriptions an event goes to: the same for the journal and for replays.
import { type Fields, type Step, step, textArray } from '@lms/service-host'
import { takes } from './event.masks.ts'

export interface Subscription {
  id: string
  url: string
  masks: string[]
  active: boolean
}

/** The subscriptions of schools; read the rows with {@link subscriptionsOf}. */
export const subscriptionsStep = (schools: readonly string[]): Step =>
  step(
    'select school_id, id, url, events, active from webhooks.subscriptions where school_id = any($1::text[])',
    [textArray(schools)],
  )

/** Subscriptions by school. */
export function subscriptionsOf(rows: readonly Fields[]): Map<string, Subscription[]> {
  const found = new Map<string, Subscription[]>()
  for (const [school, id, url, masks, active] of rows) {
    const list = found.get(school!) ?? []
    if (list.length === 0) found.set(school!, list)
    list.push({ id: id!, url: url!, masks: JSON.parse(masks!), active: active === 't' })
  }
  return found
}

export interface Addressed {
  type: string
  /** Of system.webhook_failed: the subscription that failed. */
  failed_webhook_id: string | null
}

/** The subscriptions that an event goes to. The news that an address fails never goes to that address. */
export function receiversOf(event: Addressed, subscriptions: readonly Subscription[]): string[] {
  const failing = event.failed_webhook_id
    ? subscriptions.find(({ id }) => id === event.failed_webhook_id)?.url
    : undefined
  return subscriptions
    .filter(({ active, masks, url }) => active && url !== failing && takes(masks, event.type))
    .map(({ id }) => id)
}

/** The subscription whose failure an event tells; null where it tells none. */
export function failedWebhookOf(type: string, related: Record<string, unknown>): string | null {
  if (type !== 'system.webhook_failed') return null
  return typeof related.webhook_id === 'string' ? related.webhook_id : null
}
