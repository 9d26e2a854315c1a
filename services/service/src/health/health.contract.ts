import { L, oneOf, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

export const Health = z.object({
  status: oneOf(['ok', 'degraded']).describe('`degraded` where a service is away or lacks one of its parts.'),
  time: timestamp(),
  services: z.array(
    z.object({
      name: z.string().meta({ examples: ['commerce'] }),
      status: oneOf(['ok', 'degraded', 'away']),
      outbox: z
        .object({
          waiting: z
            .int()
            .describe(
              'Messages of the school that their reader has not confirmed yet, among the oldest 10 000.',
            ),
          oldest_seconds: z.number().describe('How long the oldest of them waits.'),
        })
        .nullable(),
    }),
  ),
})
export type Health = z.infer<typeof Health>

export const health = resource({
  get: L('GET /v1/health', {
    summary: 'State of the system: its services, and what waits of the school in their outboxes',
    permission: 'health:read',
    returns: Health,
  }),
})
