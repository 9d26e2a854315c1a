import { house } from '../house.ts'
import { envelopeOf } from './envelope.ts'
import { events } from './event.contract.ts'

export const eventHandlers = house.implement(events, {
  list: async ({ query }, { events }) => {
    const { rows, end } = await events.page(query)
    return { rows: rows.map(envelopeOf), end }
  },
  get: async ({ path }, { events }) => envelopeOf(await events.get(path.id)),
})
