import { A, filter, id, L, QueueState, refuse, resource, text } from '@lms/contract'
import { z } from 'zod'

export const Queue = QueueState.extend({
  id: z
    .string()
    .describe('`<service>.<task>`; `<service>.events-<reader>` of a reader of events.')
    .meta({ examples: ['users.leave-tag'] }),
  service: z
    .string()
    .meta({ examples: ['users'] })
    .describe('The service that the queue belongs to.'),
})
export type Queue = z.infer<typeof Queue>

export const Retried = z.object({
  id: id('job'),
  queue: Queue.shape.id,
  status: z.literal('queued'),
})

export const refusals = refuse({
  job_not_failed: {
    status: 409,
    when: 'the job has not failed for good',
    message:
      'This job has not failed for good. It is done, or will be tried again automatically; see its queue.',
  },
  job_superseded: {
    status: 409,
    when: 'a newer job of the same kind and object waits',
    message: 'A newer job will do the same work, so there is nothing to retry.',
  },
})

export const queues = resource({
  list: L('GET /v1/queues', {
    summary: 'List the queues of the school: length, delay and failed jobs of each',
    permission: 'queues:read',
    returns: Queue,
    list: {
      filters: { service: filter.text, failed: filter.integer, length: filter.integer },
      sorts: [],
      bare: true,
    },
  }),
  retry: A('POST /v1/queues/{queue}/jobs/{id}/retry', {
    summary: 'Retry a job that has failed for good',
    permission: 'queues:write',
    path: { queue: text(100, 1).describe('The name of the queue.') },
    bound: null,
    returns: Retried,
    refuses: [refusals.job_not_failed, refusals.job_superseded],
  }),
})
