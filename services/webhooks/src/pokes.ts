// Wake-ups between the parts of this service and its replicas, over core NATS: a lost one only costs a moment, for
// each part also looks by the clock.
import { pokeSubject } from '@lms/events'
import type { Runtime } from '@lms/service-host'

/** What lanes have to look at: the queue, or only what the journal has entered. */
export type Poke = 'due' | 'events'

const subjectOf = (what: Poke) => pokeSubject(`webhooks.${what}`)
/** More ids than these are told as "any". */
const mostIds = 500

/** Tells every dispatcher that these subscriptions have something to send; without ids: that any lane may have changed. */
export function pokeDispatchers(
  { bus }: Pick<Runtime, 'bus'>,
  webhooks: readonly string[] = [],
  what: Poke = 'due',
): void {
  bus.nats.publish(subjectOf(what), webhooks.length > mostIds ? '' : webhooks.join(' '))
}

/** Listens to pokes; null stands for any lane. */
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
