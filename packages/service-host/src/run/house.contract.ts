// Internal operations that every service answers, made by the host.
import { I, resource, text } from '@lms/contract'
import { z } from 'zod'

const TracedMessage = z.object({
  id: z.string(),
  school_id: z.string(),
  subject: z.string(),
  created_at: z.string(),
  published_at: z.string().nullable(),
})

export const house = resource({
  /** The messages of one request that still stand in the service's outbox. */
  trace: I('GET /internal/trace/{requestId}', {
    summary: 'outbox rows of a request',
    permission: null,
    path: { requestId: text(128, 1) },
    returns: z.object({ service: z.string(), outbox: z.array(TracedMessage) }),
  }),
  /** How the service is: what waits in its outbox and since when. */
  health: I('GET /internal/health', {
    summary: 'state of the service and its outbox',
    permission: null,
    returns: z.object({
      service: z.string(),
      parts: z.record(z.string(), z.boolean()),
      outbox: z.object({ waiting: z.int(), oldest_seconds: z.number() }),
    }),
  }),
})

export { confirmation } from '@lms/contract'
