// The memory of processes, from /proc.
import { readdirSync, readFileSync } from 'node:fs'

/** MB. Pages that several processes share count fully in `rss`, and by share in `pss`, so that sums of it are right. */
export interface Resident {
  rss: number
  pss: number
  processes: number
}

/** The memory of a process, with or without its descendants. */
export function residentOf(pid: number, descendants: boolean): Resident {
  const sum: Resident = { rss: 0, pss: 0, processes: 0 }
  for (const each of descendants ? familyOf(pid) : [pid]) {
    const text = textOf(`/proc/${each}/smaps_rollup`)
    if (!text) continue
    const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024
    sum.rss += mb('Rss')
    sum.pss += mb('Pss')
    sum.processes++
  }
  return sum
}

function familyOf(pid: number): number[] {
  const family = [pid]
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const stat = textOf(`/proc/${name}/stat`)
    // The program's name, in brackets, may contain anything.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  for (const each of family) family.push(...(parents.get(each) ?? []))
  return family
}

/** Empty for a process that has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
