// What the webhooks service has to know of the events of all services, and may not import: written down for it.
import { toldEvents } from './events.ts'
import { exampleEnvelope } from './openapi/webhooks.ts'

/** By type: the example that the document shows too, as far as it is the same for every event of the type. */
export const declaredEvents = () =>
  Object.fromEntries(
    toldEvents.map(({ event }) => {
      const { data, related } = exampleEnvelope(event)
      return [event.type, { example: { data, related } }]
    }),
  )
