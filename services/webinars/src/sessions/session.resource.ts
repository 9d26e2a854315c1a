import { builder } from '../builder.ts'
import { sessionHandlers } from './session.handlers.ts'
import { sessionTimes } from './session-times.contract.ts'

const sessionTimeHandlers = builder.implement(sessionTimes, {
  of: async ({ body }, { sessions }) => ({
    sessions: (await sessions.many(body.ids))
      .filter(({ status }) => status !== 'canceled')
      .map(({ id, starts_at }) => ({ id, starts_at })),
  }),
})

export const sessionResource = builder.resource({
  handlers: [sessionHandlers, sessionTimeHandlers],
})
