// What a trace follows beyond one request: a proposal is made in one, and answered in another.
import { I, id, resource, statusOf, text } from '@lms/contract'
import { z } from 'zod'
import { confirmationLifecycle } from './confirmation.lifecycle.ts'

const requestId = text(32, 32)

export const TracedConfirmation = z.object({
  id: id('agc'),
  operation: text(100).describe('The operation that was proposed.'),
  status: statusOf(confirmationLifecycle),
  asked_in: requestId.nullable().describe('The request that proposed it.'),
  answered_in: requestId.nullable().describe('The request that answered it; null while nobody has.'),
})
export type TracedConfirmation = z.infer<typeof TracedConfirmation>

export const agentTraces = resource({
  trace: I('POST /internal/agent/traces', {
    summary: 'The proposals that were made or answered in these requests',
    callers: ['gateway'],
    permission: null,
    body: z.object({ request_ids: z.array(requestId).max(100) }),
    returns: z.object({ confirmations: z.array(TracedConfirmation).max(200) }),
  }),
})
