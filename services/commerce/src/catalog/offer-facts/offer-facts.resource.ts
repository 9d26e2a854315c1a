import { builder } from '../../builder.ts'
import { offerFactsHandlers } from './facts.handlers.ts'

export const offerFactsResource = builder.resource({
  handlers: [offerFactsHandlers],
})
