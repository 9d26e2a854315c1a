import { type Id, Refused } from '@lms/contract'
import { hostOperations as everyService, missing, pageOfItems } from '@lms/service-host'
import { builder } from '../builder.ts'
import { askEvery } from '../every-service.ts'
import { queues, refusals } from './queue.contract.ts'

// The queues belong to the services: each is asked for its own, and retries its own jobs.
const taskName = /^[a-z][a-z0-9-]{1,59}$/

const queueHandlers = builder.implement(queues, {
  list: async ({ query, work, runtime }) => {
    const answers = await askEvery({ work, runtime }, ({ host }) => host.queues())
    for (const { service, answer } of answers)
      if (answer === null) query.warnings.push(`${service} is unavailable; its queues are missing`)
    const queueItems = answers.flatMap(({ service, answer }) =>
      (answer?.queues ?? []).map(({ queue, ...state }) => ({ id: `${service}.${queue}`, service, ...state })),
    )
    return pageOfItems(queueItems, query)
  },

  retry: async ({ path, work, runtime }) => {
    const [service, queue] = path.queue.split('.', 2)
    if (!taskName.test(queue ?? '') || !Object.hasOwn(runtime.config.serviceAddresses, service!))
      return missing()
    const scope = { school: work.school, requestId: work.origin.requestId }
    const client = runtime.client(service!, { services: everyService }, scope)
    const { became } = await client.services.retry({ path: { queue: queue!, id: path.id } })
    if (became === 'not_found') return missing()
    if (became === 'not_failed') throw new Refused(refusals.job_not_failed)
    if (became === 'superseded') throw new Refused(refusals.job_superseded)
    work.changesElsewhere()
    return { id: path.id as Id<'job'>, queue: path.queue, status: 'queued' as const }
  },
})

export const queueResource = builder.resource({
  handlers: [queueHandlers],
})
