import { builder } from '../builder.ts'
import { actionHandlers } from './action.handlers.ts'
import { ActionEntity } from './action.store.ts'
import { maxSources, messageOutcomes } from './outcome.contract.ts'
import { renderingHandlers } from './render.handlers.ts'

const outcomeHandlers = builder.implement(messageOutcomes, {
  of: async ({ body }, { messages }) => ({
    messages: (await messages.many(body.ids)).map(({ id, status, reason }) => ({ id, status, reason })),
  }),
  bySource: async ({ body }, { messageSources }) => ({
    sources: await messageSources.counts(body.source_id, maxSources),
  }),
})

export const actionResource = builder.resource({
  handlers: [actionHandlers, outcomeHandlers, renderingHandlers],
  entities: [ActionEntity],
})
