import { builder } from '../builder.ts'
import { agentTraces } from './trace.contract.ts'

export const agentTraceHandlers = builder.implement(agentTraces, {
  trace: async ({ body }, { agentConfirmations }) => {
    const rows = await agentConfirmations.ofRequests(body.request_ids, 200)
    return {
      confirmations: rows.map(({ id, operation, status, asked_in, answered_in }) => ({
        ...{ id, operation, status, asked_in, answered_in },
      })),
    }
  },
})
