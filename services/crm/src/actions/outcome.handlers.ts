import { builder } from '../builder.ts'
import { maxSources, messageOutcomes } from './outcome.contract.ts'

export const outcomeHandlers = builder.implement(messageOutcomes, {
  of: async ({ body }, { messages }) => ({
    messages: (await messages.many(body.ids)).map(({ id, status, reason }) => ({ id, status, reason })),
  }),
  bySource: async ({ body }, { messageSources }) => ({
    sources: await messageSources.counts(body.source_id, maxSources),
  }),
})
