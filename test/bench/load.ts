// A closed loop: each connection sends its next request when the last is answered.
import { Pool } from 'undici'
import { cpuOf } from './cpu.ts'

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
  shot: (index: number) => Shot
  expect: number
}
export interface Measured {
  name: string
  requestsPerSecond: number
  p50: number
  p99: number
  /** CPU milliseconds a request, over all counted processes, and for each of them. */
  cpuMs: number
  parts: Record<string, number>
}

/** Loads the target for `seconds` over `connections` connections. Throws on any answer but the expected status. */
export async function measure(target: Target, seconds: number, connections = 32): Promise<Measured> {
  const pool = new Pool(target.origin, { connections, pipelining: 1 })
  const times: number[] = []
  let sent = 0
  const once = async () => {
    const { method = 'GET', path, headers, body } = target.shot(sent++)
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
  const before = cpuOfEach(target.pids)
  const started = performance.now()
  const end = started + seconds * 1000
  const loop = async () => {
    while (performance.now() < end) await once()
  }
  try {
    await Promise.all(Array.from({ length: connections }, loop))
  } finally {
    await pool.close()
  }
  const elapsed = performance.now() - started
  times.sort((a, b) => a - b)
  return {
    name: target.name,
    requestsPerSecond: (times.length / elapsed) * 1000,
    p50: times[Math.floor(times.length * 0.5)]!,
    p99: times[Math.floor(times.length * 0.99)]!,
    ...spent(before, cpuOfEach(target.pids), times.length),
  }
}

const cpuOfEach = (pids: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuOf([pid])]))

function spent(before: Record<string, number>, after: Record<string, number>, requests: number) {
  const parts = Object.fromEntries(
    Object.entries(after).map(([name, cpu]) => [name, (cpu - before[name]!) / requests]),
  )
  return { parts, cpuMs: Object.values(parts).reduce((sum, part) => sum + part, 0) }
}

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
    requestsPerSecond: median(rows.map(row => row.requestsPerSecond)),
    p50: median(rows.map(row => row.p50)),
    p99: median(rows.map(row => row.p99)),
    cpuMs: median(rows.map(row => row.cpuMs)),
    parts: Object.fromEntries(
      Object.keys(rows[0]!.parts).map(part => [part, median(rows.map(row => row.parts[part]!))]),
    ),
  }))
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
