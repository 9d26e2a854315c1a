import { I, id, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** One request as the gateway saw it: no path, no query, no body, nothing of a person but ids. */
export const RequestRecord = z.object({
  id: id('req'),
  school_id: text(50, 1).describe('`sch_none` where no school answers to the host name.'),
  request_id: text(32, 32),
  client_request_id: text(128).nullable().describe('The X-Request-Id that the client itself sent.'),
  operation: text(200, 1).describe(
    'Method and path template; `GET unknown` where there is no such operation.',
  ),
  status: z.int().describe('The status that was answered; 499 where the client left before.'),
  reason: text(100).nullable().describe('The reason of the refusal.'),
  service: text(50)
    .nullable()
    .describe('The service it was sent to; null where the gateway itself answered.'),
  key_id: text(50).nullable(),
  actor_user_id: text(50).nullable(),
  duration_ms: z.int(),
  created_at: timestamp().describe('When it came.'),
})
export type RequestRecord = z.infer<typeof RequestRecord>

/** Many records at once, as gateways tell them. */
export const RequestRecords = z.array(RequestRecord).max(500)

export const requestInternalApi = resource({
  /** The records of one request over all schools, oldest first; by the client's own request id as well. */
  trace: I('GET /internal/requests/{requestId}', {
    summary: 'What the gateways saw of a request',
    callers: ['gateway'],
    permission: null,
    path: { requestId: text(128, 1) },
    returns: z.object({ requests: z.array(RequestRecord) }),
  }),
})
