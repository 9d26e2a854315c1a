import { builder } from '../builder.ts'
import { agentAccessHandlers } from './access.handlers.ts'
import { limitsOfAgent } from './agent-limits.ts'
import { confirmationHandlers } from './confirmation.handlers.ts'
import { lapseConfirmationTask, makeConfirmedCall } from './confirmation.task.ts'
import { gatewaySetting } from './door.ts'
import { mcpInternalHandlers } from './mcp.handlers.ts'
import { chatHandlers } from './message.handlers.ts'
import { modelSettings } from './models.ts'
import { agentTraces } from './trace.contract.ts'
import { AgentTokensEntity, AgentTurnEntity, TurnStore } from './turn.store.ts'

const agentTraceHandlers = builder.implement(agentTraces, {
  trace: async ({ body }, { agentConfirmations }) => {
    const rows = await agentConfirmations.ofRequests(body.request_ids, 200)
    return {
      confirmations: rows.map(({ id, operation, status, asked_in, answered_in }) => ({
        ...{ id, operation, status, asked_in, answered_in },
      })),
    }
  },
})

export const agentResource = builder.resource({
  handlers: [
    agentAccessHandlers,
    agentTraceHandlers,
    confirmationHandlers,
    chatHandlers,
    mcpInternalHandlers,
  ],
  entities: [AgentTurnEntity, AgentTokensEntity],
  tasks: [lapseConfirmationTask, makeConfirmedCall],
  settings: [gatewaySetting, ...modelSettings],
  used: {
    agent_accesses_limit_reached: ({ agentAccesses }, most) => agentAccesses.standing(most),
    confirmations_limit_reached: ({ agentConfirmations }, most) => agentConfirmations.standing(most),
    dialogues_limit_reached: ({ agentMessages }, most) => agentMessages.standing(most),
  },
  limits: limitsOfAgent,
  usage: { agent_tokens: (work, { day }) => new TurnStore(work).tokensOf(day) },
})
