// Wake-ups between the parts of this service and its replicas, over core NATS. A lost one only costs a moment, because
// each part also checks periodically.
import { pokeSubject } from '@lms/events'
import type { Runtime } from '@lms/service-host'

/** What lanes have to check: the queue, or only new events of the journal. */
export type Poke = 'due' | 'events'

const subjectOf = (what: Poke) => pokeSubject(`webhooks.${what}`)
/** More ids than this are sent as "any". */
const mostIds = 500

/**
 * Tells every dispatcher that these subscriptions have something to send; without ids: that any lane may have changed.
 */
export function pokeDispatchers(
  { bus }: Pick<Runtime, 'bus'>,
  webhooks: readonly string[] = [],
  what: Poke = 'due',
): void {
  bus.nats.publish(subjectOf(what), webhooks.length > mostIds ? '' : webhooks.join(' '))
}

/** Receives pokes; null stands for any lane. */
export function onPoke(
  { bus }: Pick<Runtime, 'bus'>,
  poked: (webhooks: string[] | null, what: Poke) => void,
): { unsubscribe(): void } {
  const heard = (['due', 'events'] as const).map(what =>
    bus.nats.subscribe(subjectOf(what), {
      callback: (error, message) => {
        if (error) return
        const text = message.string()
        poked(text === '' ? null : text.split(' '), what)
      },
    }),
  )
  return {
    unsubscribe: () => {
      for (const one of heard) one.unsubscribe()
    },
  }
}
