// Wake-ups between the parts of this service and its replicas, over core NATS. A lost one only costs a moment, because
// each part also checks periodically.
import { notifySubject } from '@lms/events'
import type { Runtime } from '@lms/service-host'

/** What channels have to check: the queue, or only new events of the journal. */
export type Notification = 'due' | 'events'

const subjectOf = (what: Notification) => notifySubject(`webhooks.${what}`)
/** More ids than this are sent as "any". */
const maxIds = 500

/**
 * Tells every dispatcher that these subscriptions have something to send; without ids: that any channel may have changed.
 */
export function notifyDispatchers(
  { bus }: Pick<Runtime, 'bus'>,
  webhooks: readonly string[] = [],
  what: Notification = 'due',
): void {
  bus.nats.publish(subjectOf(what), webhooks.length > maxIds ? '' : webhooks.join(' '))
}

/** Receives notifications; null stands for any channel. */
export function onNotification(
  { bus }: Pick<Runtime, 'bus'>,
  notified: (webhooks: string[] | null, what: Notification) => void,
): { unsubscribe(): void } {
  const heard = (['due', 'events'] as const).map(what =>
    bus.nats.subscribe(subjectOf(what), {
      callback: (error, message) => {
        if (error) return
        const text = message.string()
        notified(text === '' ? null : text.split(' '), what)
      },
    }),
  )
  return {
    unsubscribe: () => {
      for (const one of heard) one.unsubscribe()
    },
  }
}
