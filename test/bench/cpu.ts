// CPU time of processes, from /proc: the cost of a request is steadier than the number of requests per second.
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // The parent keeps the sum for ended processes (cutime, cstime).
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return null
  }
}

/** CPU milliseconds of the connections that a Postgres has open under a role. */
export function cpuOfRole(postgres: number, role: string): number {
  let sum = 0
  for (const { name, ms } of cpuOfConnections(postgres).values()) if (name === role) sum += ms
  return sum
}

/** The connections that a Postgres has open, by process: their roles, and CPU milliseconds. */
export function cpuOfConnections(postgres: number): Map<number, { name: string; ms: number }> {
  const connections = new Map<number, { name: string; ms: number }>()
  for (const pid of readdirSync('/proc')) {
    const stat = /^\d+$/.test(pid) ? statOf(Number(pid)) : null
    const [, name] = (stat?.parent === postgres && /^postgres: (\w+) /.exec(titleOf(pid))) || []
    if (name) connections.set(Number(pid), { name, ms: (stat!.ticks * 1000) / ticksPerSecond })
  }
  return connections
}

const titleOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

/** CPU milliseconds that these processes and all their descendants have used. */
export function cpuOf(pids: readonly number[]): number {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null
    if (!stat) continue
    ticks.set(Number(name), stat.ticks)
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)])
  }
  const sum = (pid: number): number =>
    (ticks.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0)
  return (pids.reduce((total, pid) => total + sum(pid), 0) * 1000) / ticksPerSecond
}
