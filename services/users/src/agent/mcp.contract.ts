import { callerKinds, I, id, oneOf, resource, roles } from '@lms/contract'
import { z } from 'zod'
import { agentConfirmationRequested } from './confirmation.contract.ts'

/** Bytes of a message of an MCP client. */
export const maxMcpBytes = 256 * 1024

export const mcpInternalApi = resource({
  /** Answers one message of an MCP client, whose caller the gateway has identified. */
  message: I('POST /internal/agent/mcp', {
    summary: 'Answer a message of an MCP client',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      caller: z.object({
        key: z.union([id('key'), id('ses')]),
        kind: oneOf(callerKinds),
        role: oneOf(roles),
        user: id('usr').nullable(),
        onBehalf: z.boolean(),
        rights: z.array(z.array(z.string())),
      }),
      headers: z.record(z.string(), z.string()),
      message: z.string().max(maxMcpBytes),
    }),
    returns: z.object({ status: z.int(), type: z.string(), body: z.string() }),
    emits: [agentConfirmationRequested],
  }),
})
