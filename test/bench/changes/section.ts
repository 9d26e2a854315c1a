// Changes at an even pace, by one school and by a thousand: how late answers and events are at each rate, the CPU of a
// change, and the rate at which the machine is full.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { eventually } from '@lms/testing'
import { Pool } from 'undici'
import { cpuOf } from '../cpu.ts'
import { makeSchools, type SchoolAccess } from '../growth/schools.ts'
import { openSystem, type System } from '../growth/system.ts'
import { paced, quantile, type Receiver, startReceiver } from '../webhooks/rig.ts'
import { printTable } from '../webhooks/table.ts'

const rates = [100, 200, 300, 400, 500, 600, 800, 1000]
const many = 1000
const connections = 64
/** The machine is full when answers, or events, are later than this. */
const fullMs = 1000

interface School extends SchoolAccess {
  orders: string[]
}
/** Milliseconds, but for the rate and the CPU of a change by process. */
interface Row {
  rate: number
  answer: { p50: number; p99: number }
  /** From the beginning of the work to the receiver. */
  event: { p50: number; p99: number }
  cpu: Record<string, number>
}

export async function changesSection(seconds: number) {
  const children: ChildProcess[] = []
  const system = await openSystem()
  const pool = new Pool(new URL(system.up.ready.base_url).origin.replace('localhost', '127.0.0.1'), {
    connections,
    pipelining: 1,
  })
  try {
    const receiver = await startReceiver(children)
    const created = await makeSchools(system, many + 1)
    const [one, ...others] = await Promise.all(
      created.map((school, index) => furnish(pool, school, index === 0 ? many : 1, receiver)),
    )
    const results: Record<string, Row[]> = {}
    for (const [name, schools] of [
      ['one school', [one!]],
      [`${many} schools`, others],
    ] as const) {
      results[name] = await climb(schools, { system, pool, receiver, seconds })
      print(name, results[name])
    }
    return results
  } finally {
    await pool.close()
    for (const child of children) child.disconnect()
    await system.stop()
  }
}

interface Means {
  system: System
  pool: Pool
  receiver: Receiver
  seconds: number
}

/** Raises the rate until the machine is full. */
async function climb(schools: readonly School[], means: Means): Promise<Row[]> {
  await round(schools, rates[0]!, means)
  const rows: Row[] = []
  for (const rate of rates) {
    const row = await round(schools, rate, means)
    rows.push(row)
    if (row.answer.p99 > fullMs || row.event.p99 > fullMs) break
  }
  return rows
}

async function round(
  schools: readonly School[],
  rate: number,
  { system, pool, receiver, seconds }: Means,
): Promise<Row> {
  const times: number[] = []
  const before = cpuOfEach(system)
  await receiver.take()
  await paced(rate, seconds, async index => {
    const school = schools[index % schools.length]!
    const order = school.orders[Math.floor(index / schools.length) % school.orders.length]!
    const began = performance.now()
    await call(pool, school, 'PATCH', `/orders/${order}`, { comment: randomBytes(6).toString('hex') })
    times.push(performance.now() - began)
  })
  const all = async () => ((await receiver.counts())['/changes'] ?? 0) >= rate * seconds
  await eventually('all arrivals', all, 120_000)
  const { '/changes': seen } = await receiver.take()
  const after = cpuOfEach(system)
  const cpu = Object.entries(after).map(([name, ms]) => [name, (ms - before[name]!) / (rate * seconds)])
  return { rate, answer: quantiles(times), event: quantiles(seen!.delays), cpu: Object.fromEntries(cpu) }
}

const quantiles = (times: readonly number[]) => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) })

const cpuOfEach = ({ up }: System): Record<string, number> =>
  Object.fromEntries(Object.entries(up.now().pids).map(([name, pid]) => [name, cpuOf([pid])]))

/** A person, an offer, orders, and a subscription to their changes. */
async function furnish(pool: Pool, access: SchoolAccess, count: number, receiver: Receiver): Promise<School> {
  const post = (path: string, body: object) => call(pool, access, 'POST', path, body)
  const { id: user_id } = await post('/users', { email: 'bench@example.org' })
  const { id: offer_id } = await post('/offers', { name: 'Course', amount: 100, currency: 'EUR' })
  const orders: string[] = []
  while (orders.length < count) orders.push((await post('/orders', { user_id, items: [{ offer_id }] })).id)
  await post('/webhooks', { url: `${receiver.origin}/changes`, events: ['order.updated'] })
  return { ...access, orders }
}

async function call(
  pool: Pool,
  { host, key }: SchoolAccess,
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
): Promise<{ id: string }> {
  const response = await pool.request({
    method,
    path: `/api/v1${path}`,
    headers: {
      host,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomBytes(12).toString('hex'),
    },
    body: JSON.stringify(body),
  })
  const text = await response.body.text()
  if (response.statusCode >= 300)
    throw new Error(`${method} ${path} answered ${response.statusCode}: ${text}`)
  return JSON.parse(text)
}

function print(name: string, rows: readonly Row[]) {
  const processes = ['gateway', 'commerce', 'postgres', 'nats', 'webhooks', 'service']
  printTable(
    `Changes by ${name}, in milliseconds`,
    ['a second', 'answer p50', 'p99', 'event p50', 'p99', ...processes.map(process => `CPU ${process}`)],
    rows.map(({ rate, answer, event, cpu }) => [
      String(rate),
      answer.p50,
      answer.p99,
      event.p50,
      event.p99,
      ...processes.map(process => cpu[process] ?? 0),
    ]),
  )
}
