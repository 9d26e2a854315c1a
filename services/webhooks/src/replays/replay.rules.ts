// Orders of replays.
import { type Id, Refused } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import type { DeliveryStore } from '../deliveries/delivery.store.ts'
import { checkOpen } from '../deliveries/delivery-retry.ts'
import { newDelivery, placeOf } from '../deliveries/new-deliveries.ts'
import type { EventRow } from '../events/event.store.ts'
import { failedWebhookOf, possibleReceiversOf, receiversOf, type Subscription } from '../events/receivers.ts'
import { checkMasks } from '../webhooks/webhook.rules.ts'
import { maxReplayed, type Replay, type ReplayOrder, refusals } from './replay.contract.ts'
import type { Counted, Meant, ReplayStore } from './replay.store.ts'

/** Maximum events of a slice whose content filters read: some 12 MB of the largest. */
const maxRead = 50

interface Stores {
  replays: ReplayStore
  deliveries: DeliveryStore
}

/** Creates deliveries of one event to the subscriptions that take it now; returns their ids. */
export async function replayEvent(event: EventRow, work: UnitOfWork, stores: Stores): Promise<Id<'dlv'>[]> {
  await stores.deliveries.refuseFull()
  const { related } = JSON.parse(event.payload)
  const { type, payload } = event
  const addressed = { type, payload, failed_webhook_id: failedWebhookOf(type, related) }
  const webhooks = receiversOf(addressed, await stores.replays.subscriptions())
  const newDeliveries = webhooks.map(subscription =>
    newDelivery({
      school: work.school,
      webhook: subscription.id,
      event: event.id,
      type: event.type,
      requestId: event.request_id,
      replayed: true,
      position: placeOf(subscription, event),
    }),
  )
  stores.deliveries.make(newDeliveries, { manual: false })
  return newDeliveries.map(({ id }) => id)
}

/** Counts the matching events, and enqueues the replay unless it is a dry run; or cancels one. */
export async function orderReplay(order: ReplayOrder, { replays }: Stores): Promise<Replay> {
  if (order.cancel) {
    if (!(await replays.cancel(order.cancel))) throw new Refused(refusals.replay_over)
    return { id: order.cancel, status: 'canceled', dry_run: false, events: 0, deliveries: 0 }
  }
  const meant = meantBy(order)
  const [all, counted] = await Promise.all([replays.subscriptions(), replays.count(meant)])
  if (order.webhook_id) checkOpen(order.webhook_id, new Map(all.map(one => [one.id, one])))
  const events = counted.reduce((sum, group) => sum + group.events, 0)
  if (events > maxReplayed) throw new Refused(refusals.replay_too_large)
  const deliveries = counted.reduce(
    (sum, group) => sum + group.events * possibleReceivers(group, all, order.webhook_id ?? null).length,
    0,
  )
  const { dry_run } = order
  if (dry_run) return { id: null, status: null, dry_run, events, deliveries }
  if (!(await replays.hasRoom())) throw new Refused(refusals.too_many_replays)
  const id = replays.insert(meant, { ...boundsOf(counted), events, webhook: order.webhook_id ?? null })
  return { id, status: 'queued', dry_run, events, deliveries }
}

/** How many events are read for at most `most` deliveries, and whether with the content that filters read. */
export function eventsOfSlice(
  most: number,
  subscriptions: readonly Pick<Subscription, 'id' | 'active' | 'conditions'>[],
  only: string | null,
): { limit: number; filtered: boolean } {
  const takers = subscriptions.filter(({ id, active }) => active && [null, id].includes(only)).length
  const filtered = subscriptions.some(({ conditions }) => conditions.length > 0)
  const limit = Math.max(1, Math.floor(most / Math.max(1, takers)))
  return { limit: filtered ? Math.min(limit, maxRead) : limit, filtered }
}

function meantBy({ created_at, types }: ReplayOrder): Meant {
  const from = created_at?.gte ?? null
  const till = created_at?.lt ?? null
  if (from !== null && till !== null && from >= till) throw new Refused(refusals.empty_range)
  return { types: types ? checkMasks(types, 'types') : ['*'], from, till }
}

/** The subscriptions that may get events of a replay, before their filters; it may be for one subscription only. */
const possibleReceivers = (
  { type, failedWebhook }: Counted,
  subscriptions: readonly Subscription[],
  only: string | null,
): Subscription[] =>
  possibleReceiversOf({ type, failed_webhook_id: failedWebhook }, subscriptions).filter(
    ({ id }) => only === null || id === only,
  )

/** The range of sequences of the events: later ones are not replayed. */
function boundsOf(counted: readonly Counted[]): { after: number; last: number } {
  if (counted.length === 0) return { after: 0, last: 0 }
  return {
    after: Math.min(...counted.map(({ first }) => first)) - 1,
    last: Math.max(...counted.map(({ last }) => last)),
  }
}
