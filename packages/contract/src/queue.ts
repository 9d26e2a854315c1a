// A school's view of the queues with its deferred work.
import { z } from 'zod'
import { oneOf, timestamp } from './field-types.ts'
import { id } from './ids.ts'

/** A task as a school sees it, without its payload. */
export const QueuedTask = z.object({
  id: id('job'),
  status: oneOf(['queued', 'waiting', 'running', 'failed']).describe(
    'queued: due, and about to run. waiting: due later, at a requested time or after a failure. failed: failed for good, until it is retried.',
  ),
  steps: z.int().describe('Number of completed steps.'),
  progress: z
    .object({
      done: z.int().describe('The amount that is done.'),
      total: z.int().nullable().describe('The amount in all; null where it is not known.'),
    })
    .nullable()
    .describe('Progress of a task with many steps: the amount done, and the total where it is known.'),
  failures: z.int().describe('Failed tries of the current step.'),
  error: z
    .string()
    .nullable()
    .describe('The name of the last failure; the log has more under the request_id.')
    .meta({ examples: ['unavailable'] }),
  due_at: timestamp().describe('When it runs, or was to run.'),
  failed_at: timestamp().nullable(),
  created_at: timestamp(),
  request_id: z
    .string()
    .describe('The request that queued the task.')
    .meta({ examples: ['0af7651916cd43dd8448eb211c80319c'] }),
})

export const QueueState = z.object({
  length: z
    .int()
    .describe(
      'Unfinished tasks, without those that failed for good; of a queue `events-…`, the events that its reader has still to process. Counted up to 10 000.',
    ),
  delay_seconds: z.number().describe('How long the oldest due task, or event, has waited.'),
  failed: z.int().describe('Tasks that failed for good; counted up to 10 000, kept for 30 days.'),
  jobs: z
    .array(QueuedTask)
    .max(50)
    .describe('Failed tasks, the latest first, then running, queued and waiting ones, each by due time.'),
})
