// How the metrics of a service are read that nobody counts: from indexes of its tables, and from the bus.
import { consumerInfo } from '@lms/events'
import { readDatabaseTime } from '../database/rows.ts'
import { step } from '../database/statements.ts'
import {
  connections,
  hostMetrics,
  leader,
  outboxOldest,
  outboxRows,
  outboxSetAside,
  reactionEvents,
  taskDelay,
  tasks,
} from '../kernel/host-metrics.ts'
import { type Metric, Metrics, type Sample } from '../kernel/metric.ts'
import { readingOfProcess } from '../kernel/process-metrics.ts'
import type { Service } from '../service.ts'
import type { Runtime } from '../work/runtime.ts'
import { heardBy } from './bus-use.ts'

/** Rows that are counted of a table. */
const maxCounted = 10_000

/** The metrics that a process of the service has. */
export const metricsDeclaredBy = ({ metrics = [] }: Pick<Service, 'metrics'>): readonly Metric[] => [
  ...hostMetrics,
  ...metrics.flatMap(each => each.metrics),
]

export const metricsOf = (service: Service): Metrics =>
  new Metrics(service.contract.service, metricsDeclaredBy(service))

/** Has the metrics read that nobody counts. */
export function readHostMetrics(service: Service, runtime: Runtime): void {
  const { metrics, leases } = runtime
  metrics.readWith(readingOfProcess())
  metrics.readWith({ name: 'connections', metrics: [connections], read: () => connectionsOf(runtime) })
  metrics.readWith({
    name: 'leases',
    metrics: [leader],
    read: () =>
      leases.held().map(([lease, isHeld]) => ({ of: leader, labels: { lease }, value: isHeld ? 1 : 0 })),
  })
  metrics.readWith({
    name: 'outbox',
    metrics: [outboxRows, outboxOldest, outboxSetAside],
    read: () => outboxOf(runtime),
  })
  metrics.readWith({ name: 'tasks', metrics: [tasks, taskDelay], read: () => tasksOf(runtime) })
  metrics.readWith({
    name: 'reactions',
    metrics: [reactionEvents],
    read: () => reactionsOf(service, runtime),
  })
  for (const { name, metrics: own, read } of service.metrics ?? [])
    if (read) metrics.readWith({ name, metrics: own, read: () => read(runtime) })
}

function connectionsOf({ database, system }: Runtime): Sample[] {
  const pools = { requests: database.pool, system: system.pool }
  const waiting = { requests: database.waiting, system: system.pool.waitingCount }
  return Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]) =>
    Object.entries({
      busy: totalCount - idleCount,
      idle: idleCount,
      waiting: waiting[pool as keyof typeof waiting],
    }).map(([state, value]) => ({ of: connections, labels: { pool, state }, value })),
  )
}

async function outboxOf({ system, service }: Runtime): Promise<Sample[]> {
  const [row] = await system.rows(
    step(
      `select count(*), coalesce(extract(epoch from now() - min(created_at)), 0),
         (select count(*) from (select from "${service}".outbox_set_aside limit ${maxCounted}) s)
       from (select created_at from "${service}".outbox order by position limit ${maxCounted}) o`,
    ),
  )
  const [rows, oldest, aside] = row!.map(Number) as [number, number, number]
  return [
    { of: outboxRows, value: rows },
    { of: outboxOldest, value: Math.max(0, oldest) },
    { of: outboxSetAside, value: aside },
  ]
}

/** Each state has a partial index. */
async function tasksOf({ system, service, clock }: Runtime): Promise<Sample[]> {
  const some = (status: string, order = '') =>
    `(select queue, status, due_at from "${service}".tasks where status ${status} ${order} limit ${maxCounted})`
  const now = clock.now()
  const rows = await system.rows(
    step(
      `select queue, status, count(*), min(due_at)
       from (${some(`= 'failed'`)} union all ${some(`= 'ready'`)} union all ${some(`in ('waiting', 'running')`, 'order by due_at')}) t
       group by queue, status order by queue, status`,
    ),
  )
  const delays = new Map<string, number>([['all', 0]])
  for (const [queue, status, , due] of rows) {
    if (status !== 'ready' && status !== 'waiting') continue
    const seconds = Math.max(0, (now.getTime() - Date.parse(readDatabaseTime(due!))) / 1000)
    for (const name of [queue!, 'all']) delays.set(name, Math.max(delays.get(name) ?? 0, seconds))
  }
  return [
    ...rows.map(([queue, state, count]) => ({
      of: tasks,
      labels: { queue: queue!, state: state! },
      value: Number(count),
    })),
    ...[...delays].map(([queue, value]) => ({ of: taskDelay, labels: { queue }, value })),
  ]
}

async function reactionsOf(service: Service, { bus }: Runtime): Promise<Sample[]> {
  const names = new Map(heardBy(service).map(({ name, durable }) => [durable, name]))
  return Promise.all(
    [...names].map(async ([durable, reaction]) => {
      const info = await consumerInfo(bus, { stream: 'events', durable })
      return {
        of: reactionEvents,
        labels: { reaction },
        value: info ? info.num_pending + info.num_ack_pending : 0,
      }
    }),
  )
}
