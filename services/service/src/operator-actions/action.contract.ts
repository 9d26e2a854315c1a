// What the platform team did or tried, over all schools: gateways send it, and the platform team reads it.
import { I, id, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

export const OperatorAction = z.object({
  id: id('req'),
  operator: text(100, 1).describe('Who of the platform team.'),
  role: text(40, 1).describe('The role that the operator had then.'),
  operation: text(200, 1).describe('The method and the path template of the call.'),
  school_id: text(50, 1).nullable().describe('The school that it was about; null for none.'),
  status: z
    .int()
    .describe(
      'The status of the answer, also of one that no client waited for; 499 if it left before anything was done.',
    ),
  reason: text(100)
    .nullable()
    .describe('The reason of a refusal; `client_left` if the client left before the answer.'),
  request_id: text(32, 32).describe('The `X-Request-Id` of the request: `lms trace` shows what followed.'),
  created_at: timestamp().describe('When it ended.'),
})
export type OperatorAction = z.infer<typeof OperatorAction>

/** Many at once, as gateways send them. */
export const OperatorActions = z.array(OperatorAction).max(500)

/** The part of all actions that is wanted. */
export const ActionFilter = z.object({
  before: id('req').nullable().describe('Older than this one; null for the newest.'),
  operator: text(100).nullable(),
  school_id: text(50).nullable(),
})
export type ActionFilter = z.infer<typeof ActionFilter>

export const operatorActions = resource({
  all: I('POST /internal/operator-actions/all', {
    summary: 'What the platform team did or tried, the newest first',
    callers: ['gateway'],
    permission: null,
    body: ActionFilter,
    returns: z.object({
      actions: z.array(OperatorAction),
      next: id('req').nullable().describe('`before` of the next part; null at the end.'),
    }),
  }),
})
