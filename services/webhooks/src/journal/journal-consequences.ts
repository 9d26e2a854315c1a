// What follows from a batch of the journal once it is committed.
import type { EventRun } from '../dispatch/fresh-events.ts'
import type { ReadEvent } from '../dispatch/queue.store.ts'
import type { Subscription } from '../events/receivers.ts'
import { SentEvent } from '../events/sent-event.ts'
import type { Entry } from './journal-entry.ts'

/** Deliveries to be made of what requests caused, by school. */
export function requestedOf(events: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { school, by_request, takers, ordered } of events) {
    const count = takers.length + ordered.length
    if (by_request && count) counts.set(school, (counts.get(school) ?? 0) + count)
  }
  return counts
}

/** The events by school, for the dispatcher of this process, which then need not read them. */
export const runsOf = (
  events: readonly Entry[],
  subscriptions: ReadonlyMap<string, Subscription[]>,
): Map<string, EventRun> =>
  new Map(
    [...Map.groupBy(events, ({ school }) => school)].map(([school, all]) => [
      school,
      {
        after: all[0]!.sequence - 1,
        last: all.at(-1)!.sequence,
        events: all.filter(({ takers }) => takers.length > 0).map(takenOf),
        versions: new Map(subscriptions.get(school)?.map(({ id, version }) => [id, version])),
      },
    ]),
  )

const takenOf = ({ id, type, sequence, request_id, entered_at, takers, payload }: Entry): ReadEvent => ({
  id,
  sequence,
  enteredAt: entered_at,
  takers: takers.map(({ channel }) => channel),
  event: new SentEvent({ type, requestId: request_id, sequence, payload }),
})
