// Manual retries: deliveries of their own. Counters and schedules of the automatic ones stay as they are.
import { common, Refused } from '@lms/contract'
import { maySend } from '../events/receivers.ts'
import { type Retried, type Retry, refusals } from './delivery.contract.ts'
import type { DeliveryStore, Open } from './delivery.store.ts'
import { excludedOf, type Retriable, type Walked, walkFailures } from './failures.ts'
import { newDelivery } from './new-deliveries.ts'

/** Creates a manual delivery for each named or failed one; refuses ids that the school does not have. */
export async function retry(
  { delivery_ids, webhook_id, failed_since }: Retry,
  { school, deliveries }: { school: string; deliveries: DeliveryStore },
): Promise<Retried> {
  await deliveries.refuseFull()
  const { found, excluded, open, next } = delivery_ids
    ? await named(delivery_ids, deliveries)
    : await failed(webhook_id!, failed_since!, deliveries)
  const skipped: Retried['skipped'] = []
  const made = found.flatMap(delivery => {
    const { id, kept, ...copied } = delivery
    const reason = obstacleOf(delivery, open) ?? (excluded.has(id) ? 'event_not_sent' : null)
    if (reason === null) return [{ delivery: newDelivery({ school, ...copied, place: null }), retry_of: id }]
    skipped.push({ id, reason })
    return []
  })
  deliveries.make(
    made.map(({ delivery }) => delivery),
    { manual: true },
  )
  const data = made.map(({ delivery, retry_of }) => ({ id: delivery.id, retry_of }))
  return { count: data.length, data, skipped, more: next !== null, next_failed_since: next }
}

interface Found extends Walked {
  /** The subscriptions; deleted ones are missing. */
  open: Map<string, Open>
}

async function named(ids: readonly string[], deliveries: DeliveryStore): Promise<Found> {
  const found = await deliveries.retriable(ids)
  const known = new Set<string>(found.map(({ id }) => id))
  const unknown = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: `body.delivery_ids.${index}`, message: 'this school has no such delivery' }],
  )
  if (unknown.length)
    throw new Refused(common.unknown_reference, undefined, { details: unknown.slice(0, 50) })
  const webhooks = found.map(({ webhook }) => webhook)
  const excluded = await excludedOf(found, await deliveries.open(webhooks), deliveries)
  return { found, excluded, open: await deliveries.lockLanes(webhooks), next: null }
}

async function failed(webhook: string, since: string, deliveries: DeliveryStore): Promise<Found> {
  await deliveries.takeTurn(webhook)
  const before = await deliveries.open([webhook])
  checkOpen(webhook, before)
  const walked = await walkFailures(webhook, since, { sending: before.get(webhook)!, deliveries })
  // Only now: the journal and the holders of leases wait for this lock.
  const open = await deliveries.lockLanes([webhook])
  checkOpen(webhook, open)
  return { ...walked, open }
}

/** Refuses a missing or inactive subscription of a body. */
export function checkOpen(webhook: string, open: ReadonlyMap<string, Pick<Open, 'active'>>): void {
  const found = open.get(webhook)
  if (found === undefined)
    throw new Refused(common.unknown_reference, undefined, {
      details: [{ path: 'body.webhook_id', message: 'this school has no such subscription' }],
    })
  if (!found.active) throw new Refused(refusals.webhook_inactive)
}

function obstacleOf({ webhook, type, kept }: Retriable, open: ReadonlyMap<string, Open>) {
  const found = open.get(webhook)
  if (!found) return 'webhook_deleted' as const
  if (!found.active) return 'webhook_inactive' as const
  if (!maySend(found, type)) return 'event_not_sent' as const
  return kept ? null : ('event_gone' as const)
}
