// A closed loop: each connection sends its next request when the last is answered, or at its time where a rate is given.
import { setTimeout as wait } from 'node:timers/promises'
import { Pool, request } from 'undici'
import { cpuOf, cpuOfRole } from './cpu.ts'

export interface Shot {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}
export interface Target {
  name: string
  origin: string
  /** Processes whose CPU is counted, with their children: the services and Postgres, never the generator. */
  pids: Readonly<Record<string, number>>
  /** What a caller waits for: processes by their names among the pids, and a role in Postgres. All of it, unless given. */
  answering?: { processes: readonly string[]; role: string }
  shot: (index: number) => Shot
  /** Requests a second; as many as are answered, unless given. */
  perSecond?: number
  expect: number
}
export interface Measured {
  name: string
  /** Requests that were answered. */
  count: number
  requestsPerSecond: number
  p50: number
  p99: number
  /** CPU milliseconds a request, over all counted processes, and for each of them. */
  cpuMs: number
  parts: Record<string, number>
  /** CPU milliseconds of what the caller waits for. */
  answeredMs: number
}

/** Sends JSON and reads the answer; throws where it is not a success. */
export async function send(origin: string, { method = 'POST', path, headers, body }: Shot): Promise<any> {
  const answer = await request(`${origin}${path}`, {
    method: method as 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body ?? null,
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`)
  return text ? JSON.parse(text) : null
}

/** Loads the target for `seconds` over `connections` connections. Throws on any answer but the expected status. */
export async function measure(target: Target, seconds: number, connections = 32): Promise<Measured> {
  const pool = new Pool(target.origin, { connections, pipelining: 1 })
  const times: number[] = []
  let sent = 0
  const once = async () => {
    const index = sent++
    if (target.perSecond)
      await wait(Math.max(0, began + (index * 1000) / target.perSecond - performance.now()))
    const { method = 'GET', path, headers, body } = target.shot(index)
    const started = performance.now()
    const response = await pool.request({
      method: method as 'GET',
      path,
      headers: headers ?? {},
      body: body ?? null,
    })
    const text = await response.body.text()
    times.push(performance.now() - started)
    if (response.statusCode !== target.expect)
      throw new Error(
        `${target.name}: ${method} ${path} answered ${response.statusCode}: ${text.slice(0, 300)}`,
      )
  }
  const before = cpuOfEach(target)
  const began = performance.now()
  const end = began + seconds * 1000
  const loop = async () => {
    while (performance.now() < end) await once()
  }
  try {
    await Promise.all(Array.from({ length: connections }, loop))
  } finally {
    await pool.close()
  }
  const elapsed = performance.now() - began
  times.sort((a, b) => a - b)
  return {
    name: target.name,
    count: times.length,
    requestsPerSecond: (times.length / elapsed) * 1000,
    p50: times[Math.floor(times.length * 0.5)]!,
    p99: times[Math.floor(times.length * 0.99)]!,
    ...spent(target, before, cpuOfEach(target), times.length),
  }
}

interface Cpu {
  parts: Record<string, number>
  /** Of the role in Postgres. */
  role: number
}

const cpuOfEach = ({ pids, answering }: Target): Cpu => ({
  parts: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuOf([pid])])),
  role: answering ? cpuOfRole(pids.postgres!, answering.role) : 0,
})

function spent({ answering }: Target, before: Cpu, after: Cpu, requests: number) {
  const parts = Object.fromEntries(
    Object.entries(after.parts).map(([name, cpu]) => [name, (cpu - before.parts[name]!) / requests]),
  )
  const cpuMs = sumOf(Object.values(parts))
  const role = (after.role - before.role) / requests
  const answeredMs = answering ? sumOf(answering.processes.map(name => parts[name]!)) + role : cpuMs
  return { parts, cpuMs, answeredMs }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Medians over the rounds of each target; the targets take turns, so that all see the same machine. */
export async function interleave(
  targets: readonly Target[],
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  const all = new Map<string, Measured[]>()
  for (const target of targets) await measure(target, 1)
  for (let round = 0; round < rounds; round++)
    for (const target of targets) {
      const measured = await measure(target, seconds)
      all.set(target.name, [...(all.get(target.name) ?? []), measured])
    }
  return [...all].map(([name, rows]) => ({
    name,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    requestsPerSecond: median(rows.map(row => row.requestsPerSecond)),
    p50: median(rows.map(row => row.p50)),
    p99: median(rows.map(row => row.p99)),
    cpuMs: median(rows.map(row => row.cpuMs)),
    answeredMs: median(rows.map(row => row.answeredMs)),
    parts: Object.fromEntries(
      Object.keys(rows[0]!.parts).map(part => [part, median(rows.map(row => row.parts[part]!))]),
    ),
  }))
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
