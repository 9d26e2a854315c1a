// The queues belong to the services: each is asked for its own, and retries its own jobs.
import { type Id, Refused } from '@lms/contract'
import {
  hostOperations as everyService,
  inTime,
  missing,
  pageOfItems,
  type SchoolRuntime,
  type SiblingScope,
} from '@lms/service-host'
import { builder } from '../builder.ts'
import { type Queue, queues, refusals } from './queue.contract.ts'

const taskName = /^[a-z][a-z0-9-]{1,59}$/

export const queueHandlers = builder.implement(queues, {
  list: async ({ query, work, runtime }) => {
    const names = Object.keys(runtime.config.siblings).sort()
    const scope = { school: work.school, requestId: work.origin.requestId }
    const found = await Promise.all(names.map(name => queuesOf(name, scope, runtime)))
    for (const [index, one] of found.entries())
      if (one === null) query.warnings.push(`${names[index]} is unavailable; its queues are missing`)
    return pageOfItems(
      found.flatMap(one => one ?? []),
      query,
    )
  },

  retry: async ({ path, work, runtime }) => {
    const [service, queue] = path.queue.split('.', 2)
    if (!taskName.test(queue ?? '') || !Object.hasOwn(runtime.config.siblings, service!)) return missing()
    const scope = { school: work.school, requestId: work.origin.requestId }
    const client = runtime.sibling(service!, { services: everyService }, scope)
    const { became } = await client.services.retry({ path: { queue: queue!, id: path.id } })
    if (became === 'not_found') return missing()
    if (became === 'not_failed') throw new Refused(refusals.job_not_failed)
    if (became === 'superseded') throw new Refused(refusals.job_superseded)
    work.changesElsewhere()
    return { id: path.id as Id<'job'>, queue: path.queue, status: 'ready' as const }
  },
})

async function queuesOf(
  service: string,
  scope: SiblingScope,
  runtime: SchoolRuntime,
): Promise<Queue[] | null> {
  const { services } = runtime.sibling(service, { services: everyService }, scope)
  const answer = await inTime(services.queues().catch(() => null))
  return (
    answer?.queues.map(({ queue, ...state }) => ({ id: `${service}.${queue}`, service, ...state })) ?? null
  )
}
