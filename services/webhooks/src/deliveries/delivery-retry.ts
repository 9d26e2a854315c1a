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
  const { retriable, excluded, open, next } = delivery_ids
    ? await selectByIds(delivery_ids, deliveries)
    : await failed(webhook_id!, failed_since!, deliveries)
  const skipped: Retried['skipped'] = []
  const retries = retriable.flatMap(delivery => {
    const { id, hasEvent, ...copied } = delivery
    const reason = obstacleOf(delivery, open) ?? (excluded.has(id) ? 'event_not_sent' : null)
    if (reason === null)
      return [{ delivery: newDelivery({ school, ...copied, position: null }), retry_of: id }]
    skipped.push({ id, reason })
    return []
  })
  deliveries.make(
    retries.map(({ delivery }) => delivery),
    { manual: true },
  )
  const data = retries.map(({ delivery, retry_of }) => ({ id: delivery.id, retry_of }))
  return { count: data.length, data, skipped, more: next !== null, next_failed_since: next }
}

interface Selection extends Walked {
  /** The subscriptions; deleted ones are missing. */
  open: Map<string, Open>
}

async function selectByIds(ids: readonly string[], deliveries: DeliveryStore): Promise<Selection> {
  const retriable = await deliveries.retriable(ids)
  const knownIds = new Set<string>(retriable.map(({ id }) => id))
  const unknown = ids.flatMap((id, index) =>
    knownIds.has(id)
      ? []
      : [{ path: `body.delivery_ids.${index}`, message: 'this school has no such delivery' }],
  )
  if (unknown.length)
    throw new Refused(common.unknown_reference, undefined, { details: unknown.slice(0, 50) })
  const webhooks = retriable.map(({ webhook }) => webhook)
  const excluded = await excludedOf(retriable, await deliveries.open(webhooks), deliveries)
  return { retriable, excluded, open: await deliveries.lockChannels(webhooks), next: null }
}

async function failed(webhook: string, since: string, deliveries: DeliveryStore): Promise<Selection> {
  await deliveries.takeTurn(webhook)
  const before = await deliveries.open([webhook])
  checkOpen(webhook, before)
  const walked = await walkFailures(webhook, since, { sending: before.get(webhook)!, deliveries })
  // Only now: the journal and the holders of leases wait for this lock.
  const open = await deliveries.lockChannels([webhook])
  checkOpen(webhook, open)
  return { ...walked, open }
}

/** Refuses a missing or inactive subscription of a body. */
export function checkOpen(webhook: string, open: ReadonlyMap<string, Pick<Open, 'active'>>): void {
  const subscription = open.get(webhook)
  if (subscription === undefined)
    throw new Refused(common.unknown_reference, undefined, {
      details: [{ path: 'body.webhook_id', message: 'this school has no such subscription' }],
    })
  if (!subscription.active) throw new Refused(refusals.webhook_inactive)
}

function obstacleOf({ webhook, type, hasEvent }: Retriable, open: ReadonlyMap<string, Open>) {
  const subscription = open.get(webhook)
  if (!subscription) return 'webhook_deleted' as const
  if (!subscription.active) return 'webhook_inactive' as const
  if (!maySend(subscription, type)) return 'event_not_sent' as const
  return hasEvent ? null : ('event_gone' as const)
}
