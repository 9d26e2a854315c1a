import { L, oneOf, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

export const Health = z.object({
  status: oneOf(['ok', 'degraded']).describe(
    '`degraded` if a service is unavailable or lacks one of its parts.',
  ),
  time: timestamp().describe('The time at the server.'),
  services: z
    .array(
      z.object({
        name: z
          .string()
          .meta({ examples: ['commerce'] })
          .describe('The name of the service.'),
        status: oneOf(['ok', 'degraded', 'unavailable']).describe(
          '`degraded` while a part of it fails, `away` while it does not answer.',
        ),
        outbox: z
          .object({
            waiting: z
              .int()
              .describe(
                'Messages of the school that their reader has not confirmed yet, among the oldest 10 000.',
              ),
            oldest_seconds: z.number().describe('How long the oldest of them has waited.'),
          })
          .nullable()
          .describe('Messages between services that wait to be sent; null if the service does not answer.'),
        queues: z
          .object({
            length: z.int().describe('Tasks of the school that are not done yet, in all queues.'),
            delay_seconds: z.number().describe('How long the oldest due task has waited.'),
            failed: z.int().describe('Tasks that failed for good; /v1/queues shows them.'),
          })
          .nullable()
          .describe('The deferred work of the service; null if it does not answer.'),
      }),
    )
    .describe('The services of the installation.'),
})
export type Health = z.infer<typeof Health>

export const health = resource({
  get: L('GET /v1/health', {
    summary:
      'Get the state of the system: its services, and the unsent messages and waiting tasks of the school',
    permission: 'health:read',
    returns: Health,
  }),
})
