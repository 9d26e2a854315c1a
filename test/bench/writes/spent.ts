// The CPU that processes, and the connections of services in Postgres, spend on something, without what idling takes.
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@lms/testing'
import { cpuOf, cpuOfConnections } from '../cpu.ts'
import type { Processes } from './installation.ts'

/** Begun by a write and done after it: readers rest up to a second. */
const restMs = 2000
const idleMs = 6000

/** CPU milliseconds by process, and in Postgres by service. */
export interface Cpu {
  readonly parts: Readonly<Record<string, number>>
  readonly roles: Readonly<Record<string, number>>
}

const lookAt = ({ pids }: Processes) => ({
  parts: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuOf([pid])])),
  connections: cpuOfConnections(pids.postgres!),
  at: performance.now(),
})

/** A connection that was closed meanwhile takes its figure with it; one that was opened counts whole. */
function between(
  one: ReturnType<typeof lookAt>,
  other: ReturnType<typeof lookAt>,
  names: readonly string[],
): Cpu {
  const roles = Object.fromEntries(names.map(name => [name, 0]))
  for (const [pid, { name, ms }] of other.connections) {
    const service = name.replace(/^lms_/, '').replace(/_system$/, '')
    if (service in roles) roles[service]! += ms - (one.connections.get(pid)?.ms ?? 0)
  }
  const parts = Object.entries(other.parts).map(([name, ms]) => [name, ms - one.parts[name]!])
  return { parts: Object.fromEntries(parts), roles }
}

const scaled = (cpu: Cpu, change: (ms: number, idle: number) => number, idle?: Cpu): Cpu => {
  const each = (of: keyof Cpu) =>
    Object.fromEntries(Object.entries(cpu[of]).map(([name, ms]) => [name, change(ms, idle?.[of][name] ?? 0)]))
  return { parts: each('parts'), roles: each('roles') }
}

export async function settled({ isRead }: Processes): Promise<void> {
  await eventually('all events to be read', isRead, 120_000)
  await pause(restMs)
}

/** CPU of a millisecond in which nobody asks for anything. */
export async function idleOf(processes: Processes): Promise<Cpu> {
  const before = lookAt(processes)
  await pause(idleMs)
  const after = lookAt(processes)
  return scaled(between(before, after, processes.roles), ms => ms / (after.at - before.at))
}

/** CPU of each of as many as `act` says it did, until the events of all are read. */
export async function spentBy(
  act: () => Promise<number>,
  processes: Processes,
  idle: Cpu,
): Promise<Cpu & { count: number }> {
  const before = lookAt(processes)
  const count = await act()
  await settled(processes)
  const after = lookAt(processes)
  const ms = after.at - before.at
  const all = between(before, after, processes.roles)
  return { count, ...scaled(all, (spent, still) => (spent - still * ms) / count, idle) }
}
