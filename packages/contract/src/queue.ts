// What schools see of the queues in which the work waits that their changes leave for later.
import { z } from 'zod'
import { oneOf, timestamp } from './field-types.ts'
import { id } from './ids.ts'

/** A task as a school sees it: never what it carries. */
export const QueuedTask = z.object({
  id: id('job'),
  status: oneOf(['ready', 'waiting', 'running', 'failed']).describe(
    'ready: due, and soon taken. waiting: due later, at a time that was asked for or after a failure. failed: for good, until it is retried.',
  ),
  steps: z.int().describe('Steps that are done.'),
  progress: z
    .object({ done: z.int(), total: z.int().nullable() })
    .nullable()
    .describe('Of one with many steps: how much is done, and of how much where that is known.'),
  failures: z.int().describe('Tries of the present step that failed.'),
  error: z
    .string()
    .nullable()
    .describe('Why the last try failed, as a name; the log has more under the request_id.')
    .meta({ examples: ['unavailable'] }),
  due_at: timestamp(),
  failed_at: timestamp().nullable(),
  created_at: timestamp(),
  request_id: z
    .string()
    .describe('The request that left it.')
    .meta({ examples: ['0af7651916cd43dd8448eb211c80319c'] }),
})

export const QueueState = z.object({
  length: z
    .int()
    .describe('Tasks that are not done yet, without those that failed for good; counted up to 10 000.'),
  delay_seconds: z.number().describe('How long the task that is due longest waits.'),
  failed: z.int().describe('Tasks that failed for good; counted up to 10 000, kept for 30 days.'),
  jobs: z.array(QueuedTask).max(50).describe('Those that failed, the last one first; then the others.'),
})
