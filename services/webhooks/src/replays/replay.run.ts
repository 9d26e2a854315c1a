// Runs replays at a capped rate for each school, one of a school at a time. A slice is one transaction of its
// deliveries and its position, so neither a crash nor a second worker duplicates any.
import type { UnitOfWork } from '@lms/service-host'
import { builder } from '../builder.ts'
import { newDelivery, placeOf } from '../deliveries/new-deliveries.ts'
import { receiversOf, type Subscription } from '../events/receivers.ts'
import { notifyDispatchers } from '../notifications.ts'
import { webhookSettings } from '../settings.ts'
import { eventsOfSlice } from './replay.rules.ts'
import type { ReplayStore } from './replay.store.ts'
import { replayEvents } from './replay.task.ts'

/** Maximum sequences that one slice walks: rare types cost many slices, never one long query. */
const sliceSequences = 10_000
/** Slices per second: the fewer, the longer the waves of deliveries. */
const slicesPerSecond = 4

export const replayEventsTask = builder.task(
  replayEvents,
  async ({ payload, state, id, work, runtime }, { replays, deliveries }) => {
    const at = state ?? { position: payload.after, events: 0, deliveries: 0 }
    const { now } = work.origin
    const inASecond = new Date(now.getTime() + 1000)
    const [[first], isFull, subscriptions] = await Promise.all([
      replays.open(1),
      deliveries.isFull(),
      replays.subscriptions(),
    ])
    // Its turn comes when those before it are done, and while its receivers keep up.
    if (first !== id || isFull) return { state: at, at: inASecond }
    const { replayRate } = webhookSettings(runtime)
    const slice = await sliceOf(payload, at.position, {
      most: Math.ceil(replayRate / slicesPerSecond),
      subscriptions,
      replays,
      work,
    })
    work.whenCommitted(() => notifyDispatchers(runtime, [...deliveries.woken]))
    deliveries.make(slice.made, { manual: false })
    if (slice.position >= payload.last) return
    return {
      state: {
        position: slice.position,
        events: at.events + slice.events,
        deliveries: at.deliveries + slice.made.length,
      },
      at: new Date(now.getTime() + (slice.made.length * 1000) / replayRate),
    }
  },
)

/** The next deliveries, `most` or those of one event if these are more, and the position after them. */
async function sliceOf(
  meant: {
    types: readonly string[]
    from: string | null
    till: string | null
    webhook_id: string | null
    last: number
  },
  position: number,
  {
    most,
    subscriptions,
    replays,
    work,
  }: { most: number; subscriptions: readonly Subscription[]; replays: ReplayStore; work: UnitOfWork },
) {
  const only = meant.webhook_id
  const { limit, filtered } = eventsOfSlice(most, subscriptions, only)
  const end = Math.min(position + sliceSequences, meant.last)
  const events = await replays.eventsMeant(meant, position, { end, limit, filtered })
  const newDeliveries = events.flatMap(({ id, type, requestId, failedWebhook, payload, ...event }) =>
    receiversOf({ type, failed_webhook_id: failedWebhook, payload }, subscriptions)
      .filter(subscription => [null, subscription.id].includes(only))
      .map(subscription =>
        newDelivery({
          school: work.school,
          webhook: subscription.id,
          event: id,
          type,
          requestId,
          replayed: true,
          position: placeOf(subscription, event),
        }),
      ),
  )
  return {
    made: newDeliveries,
    events: events.length,
    position: events.length < limit ? end : events.at(-1)!.sequence,
  }
}
