import { I, id, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** One request as the gateway saw it, without path, query or body; its only personal data are ids. */
export const RequestRecord = z.object({
  id: id('req'),
  school_id: text(50, 1).describe('`sch_none` if no school has the host name.'),
  request_id: text(32, 32).describe('The `X-Request-Id` of the request.'),
  client_request_id: text(128).nullable().describe('The X-Request-Id that the client sent.'),
  operation: text(200, 1).describe('Method and path template; `GET unknown` if there is no such operation.'),
  status: z.int().describe('The status of the answer; 499 if the client disconnected before.'),
  reason: text(100).nullable().describe('The reason of the refusal.'),
  service: text(50)
    .nullable()
    .describe('The service that received the request; null if the gateway answered.'),
  key_id: text(50).nullable().describe('The key or session that made it; null without one.'),
  actor_user_id: text(50).nullable(),
  duration_ms: z.int().describe('How long it took, in milliseconds.'),
  created_at: timestamp().describe('When the request arrived.'),
})
export type RequestRecord = z.infer<typeof RequestRecord>

/** Many records at once, as gateways send them. */
export const RequestRecords = z.array(RequestRecord).max(500)

export const requestInternalApi = resource({
  /** The records of one request over all schools, oldest first; also by the client's own request id. */
  trace: I('GET /internal/requests/{requestId}', {
    summary: 'The gateways’ records of a request',
    callers: ['gateway'],
    permission: null,
    path: { requestId: text(128, 1) },
    returns: z.object({ requests: z.array(RequestRecord) }),
  }),
})
