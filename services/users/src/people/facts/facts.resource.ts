import { builder } from '../../builder.ts'
import { userFactsHandlers } from './facts.handlers.ts'

export const factsResource = builder.resource({
  handlers: [userFactsHandlers],
})
