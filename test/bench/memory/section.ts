// Memory under full load: the whole system with two processes of each service, changed as fast as it answers, with a
// subscription to the events. Client and receiver are not counted.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openSystem, type System } from '../growth/system.ts'
import { type Measured, measure, type Target } from '../load.ts'
import { startReceiver } from '../webhooks/rig.ts'
import { printTable } from '../webhooks/table.ts'
import { type Resident, residentOf } from './resident.ts'
import { startTwins } from './twins.ts'

/** Half of them create, half of them change. */
const connections = 32
const orderCount = 500
const intervalMs = 10_000
const restMs = 15_000
const others = ['gateway', 'postgres', 'nats', 'lms up']

interface Sample {
  /** Since the load began; the last one is after a rest. */
  seconds: number
  parts: Record<string, Resident>
  sum: Resident
}

export async function memorySection(seconds: number) {
  const children: ChildProcess[] = []
  const spread = new URL('spread.ts', import.meta.url).href
  // Options of the environment stay: NODE_OPTIONS=--max-semi-space-size=4 compares.
  const { NODE_OPTIONS = '' } = process.env
  const system = await openSystem({ NODE_OPTIONS: `${NODE_OPTIONS} --import=${spread}` })
  const { pids: all } = system.up.ready
  const services = Object.fromEntries(Object.entries(all).filter(([name]) => !others.includes(name)))
  const twins = startTwins(services)
  try {
    const receiver = await startReceiver(children)
    const pids = {
      ...all,
      ...Object.fromEntries(Object.entries(twins.pids).map(([name, pid]) => [`${name} 2`, pid])),
    }
    const targets = (await targetsOf(system, receiver.origin)).map(target => ({ ...target, pids }))
    await pause(restMs)
    const parts = { ...pids, 'lms up': system.up.process.pid! }
    const samples = [sampleOf(parts, 0)]
    const load = Promise.all(targets.map(target => measure(target, seconds, connections / targets.length)))
    const watched = watch(parts, samples, load)
    const done = await load
    await watched
    await pause(restMs)
    samples.push(sampleOf(parts, seconds + restMs / 1000))
    print(samples, done)
    return { samples, load: done }
  } finally {
    for (const child of children) child.disconnect()
    await twins.stop()
    await system.stop()
  }
}

/** Creates and changes of orders, each with a key. */
async function targetsOf(system: System, receiver: string): Promise<Omit<Target, 'pids'>[]> {
  const { ready } = system.up
  await system.post('/v1/webhooks', { url: `${receiver}/memory`, events: ['order.created', 'order.updated'] })
  const { id: user_id } = await system.post('/v1/users', { email: 'bench@example.org' })
  const { id: offer_id } = await system.post('/v1/offers', { name: 'Course', amount: 100, currency: 'EUR' })
  const order = { user_id, items: [{ offer_id }] }
  const ids: string[] = []
  while (ids.length < orderCount) ids.push((await system.post('/v1/orders', order)).id)
  const base = new URL(ready.base_url)
  const headers = () => ({
    authorization: `Bearer ${ready.api_key}`,
    host: base.host,
    'content-type': 'application/json',
    'idempotency-key': randomBytes(12).toString('hex'),
  })
  const origin = base.origin.replace('localhost', '127.0.0.1')
  const path = `${base.pathname}/v1/orders`
  return [
    {
      origin,
      name: 'create',
      shot: () => ({ method: 'POST', path, headers: headers(), body: JSON.stringify(order) }),
      expect: 201,
    },
    {
      origin,
      name: 'change',
      shot: index => ({
        method: 'PATCH',
        path: `${path}/${ids[index % orderCount]}`,
        headers: headers(),
        body: `{"comment":"${index}"}`,
      }),
      expect: 200,
    },
  ]
}

/** Adds a sample at each interval, until the load ends. */
async function watch(parts: Record<string, number>, samples: Sample[], load: Promise<unknown>) {
  const started = performance.now()
  const ended = load.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([ended, pause(intervalMs, false)])))
    samples.push(sampleOf(parts, (performance.now() - started) / 1000))
}

function sampleOf(pids: Record<string, number>, seconds: number): Sample {
  const parts: Record<string, Resident> = {}
  const sum: Resident = { rss: 0, pss: 0, processes: 0 }
  for (const [name, pid] of Object.entries(pids)) {
    // Only Postgres has processes of its own; those of `lms up` are the other parts.
    const own = residentOf(pid, name === 'postgres')
    parts[name] = own
    sum.rss += own.rss
    sum.pss += own.pss
    sum.processes += own.processes
  }
  return { seconds, parts, sum }
}

function print(samples: readonly Sample[], load: readonly Measured[]) {
  const last = samples.at(-1)!
  const most = (read: (sample: Sample) => number) => Math.max(...samples.map(read))
  const row = (name: string, of: (sample: Sample) => Resident) => [
    name,
    String(most(sample => of(sample).processes)),
    most(sample => of(sample).rss),
    of(last).rss,
    most(sample => of(sample).pss),
    of(last).pss,
  ]
  const rates = load.map(({ name, requestsPerSecond }) => `${requestsPerSecond.toFixed(0)} ${name}s`)
  const [{ cpuMs, requestsPerSecond }] = load as [Measured]
  // Each kind has counted the CPU of both.
  const cpu = (cpuMs * requestsPerSecond) / load.reduce((sum, kind) => sum + kind.requestsPerSecond, 0)
  printTable(
    `Memory in MB under ${rates.join(' and ')} a second (${cpu.toFixed(2)} ms of CPU each), and after a rest`,
    ['', 'processes', 'RSS at most', 'RSS after', 'PSS at most', 'PSS after'],
    [
      ...Object.keys(last.parts).map(name => row(name, ({ parts }) => parts[name]!)),
      row('sum', ({ sum }) => sum),
    ],
  )
  printTable(
    'Memory in MB on the way',
    ['after s', 'gateway RSS', 'Postgres PSS', 'NATS PSS', 'all PSS'],
    samples.map(({ seconds, parts, sum }) => [
      seconds.toFixed(0),
      parts.gateway!.rss,
      parts.postgres!.pss,
      parts.nats!.pss,
      sum.pss,
    ]),
  )
}
