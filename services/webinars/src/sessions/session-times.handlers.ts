import { builder } from '../builder.ts'
import { sessionTimes } from './session-times.contract.ts'

export const sessionTimeHandlers = builder.implement(sessionTimes, {
  of: async ({ body }, { sessions }) => ({
    sessions: (await sessions.many(body.ids))
      .filter(({ status }) => status !== 'canceled')
      .map(({ id, starts_at }) => ({ id, starts_at })),
  }),
})
