// Which subscriptions an event goes to: the same for the journal and for replays.
import { type Mask, mayReceive } from '@lms/contract'
import { type Fields, type Step, step, textArray } from '@lms/service-host'
import { takes } from './event.masks.ts'

export interface Subscription {
  id: string
  url: string
  masks: string[]
  active: boolean
  /** Of whoever last gave the address or the events; null where that is not known. */
  rights: readonly (readonly Mask[])[] | null
}

/** What says which events a subscription sends, as its row has it. */
export type Sending = Pick<Subscription, 'masks' | 'rights'>

/** Reads columns `events` and `sender_rights`. */
export const sendingOf = (masks: string, rights: string | null | undefined): Sending => ({
  masks: JSON.parse(masks),
  rights: rights ? JSON.parse(rights) : null,
})

/**
 * Whether a subscription sends an event: its masks of now take it, and whoever last gave its address or its
 * events may read it. So what was made for other masks, or under other rights, is not sent by a retry.
 */
export const sends = ({ masks, rights }: Sending, { type }: { type: string }): boolean =>
  takes(masks, type) && (rights === null || mayReceive(type, rights))

/** The subscriptions of schools; read the rows with {@link subscriptionsOf}. */
export const subscriptionsStep = (schools: readonly string[]): Step =>
  step(
    'select school_id, id, url, events, active, sender_rights from webhooks.subscriptions where school_id = any($1::text[])',
    [textArray(schools)],
  )

/** Subscriptions by school. */
export function subscriptionsOf(rows: readonly Fields[]): Map<string, Subscription[]> {
  const found = new Map<string, Subscription[]>()
  for (const [school, id, url, masks, active, rights] of rows) {
    const list = found.get(school!) ?? []
    if (list.length === 0) found.set(school!, list)
    list.push({ id: id!, url: url!, active: active === 't', ...sendingOf(masks!, rights) })
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
    .filter(one => one.active && one.url !== failing && sends(one, event))
    .map(({ id }) => id)
}

/** The subscription whose failure an event tells; null where it tells none. */
export function failedWebhookOf(type: string, related: Record<string, unknown>): string | null {
  if (type !== 'system.webhook_failed') return null
  return typeof related.webhook_id === 'string' ? related.webhook_id : null
}
