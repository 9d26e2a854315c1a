import { mapPage } from '@lms/service-host'
import { builder } from '../builder.ts'
import { envelopeOf } from '../events/envelope.ts'
import { notifyDispatchers } from '../notifications.ts'
import { orderReplay, replayEvent } from '../replays/replay.rules.ts'
import { events } from './event.contract.ts'

const eventHandlers = builder.implement(events, {
  list: async ({ query }, { events }) => mapPage(await events.page(query), envelopeOf),
  get: async ({ path }, { events }) => envelopeOf(await events.get(path.id)),
  replay: async ({ path, work, runtime }, stores) => {
    work.whenCommitted(() => notifyDispatchers(runtime, [...stores.deliveries.woken]))
    const event = await stores.events.get(path.id)
    const delivery_ids = await replayEvent(event, work, stores)
    return { event_id: event.id, deliveries: delivery_ids.length, delivery_ids }
  },
  replayMany: ({ body }, stores) => orderReplay(body, stores),
})

export const eventsApiResource = builder.resource({
  handlers: [eventHandlers],
})
