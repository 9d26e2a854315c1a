// Wake-ups between the parts of this service and its replicas, over core NATS: a lost one only costs a moment, for
// each part also looks by the clock.
import { pokeSubject } from '@lms/events'
import type { Runtime } from '@lms/service-host'

const subject = pokeSubject('webhooks.due')
/** More ids than these are told as "any". */
const mostIds = 500

/** Tells every dispatcher that these subscriptions have something due; without ids: that any lane may have changed. */
export function pokeDispatchers({ bus }: Pick<Runtime, 'bus'>, webhooks: readonly string[] = []): void {
  bus.nats.publish(subject, webhooks.length > mostIds ? '' : webhooks.join(' '))
}

/** Listens to pokes; null stands for any lane. */
export function onPoke(
  { bus }: Pick<Runtime, 'bus'>,
  poked: (webhooks: string[] | null) => void,
): { unsubscribe(): void } {
  return bus.nats.subscribe(subject, {
    callback: (error, message) => {
      if (error) return
      const text = message.string()
      poked(text === '' ? null : text.split(' '))
    },
  })
}
