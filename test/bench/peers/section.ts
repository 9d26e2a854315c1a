// Our requests beside those of Directus and Medusa: one machine, the same Postgres settings, in turns. Of ours all is counted
// that follows from a request, until all services have read its events.
import { loadavg } from 'node:os'
import { allServices } from '@lms/testing/all-services'
import { measure, median, type Target } from '../load.ts'
import { printTable } from '../webhooks/table.ts'
import { type Processes, startProcesses } from '../writes/installation.ts'
import { type Job, jobs, requestsOf } from '../writes/requests.ts'
import { type Cpu, idleOf, settled, spentBy } from '../writes/spent.ts'
import { startDirectus } from './directus.ts'
import { startMedusa } from './medusa.ts'

const connections = 16
/** Seconds of each request before anything is measured. */
const warmSeconds = 8

interface Contestant {
  name: string
  targets: Record<Job, Target>
  /** CPU milliseconds of each request of the target. */
  spentOn(target: Target, seconds: number): Promise<number>
}

/** `peers` is the folder in which npm has installed `directus` and `medusa`, each in a folder of its own. */
export async function peersSection({
  peers,
  rounds,
  seconds,
}: {
  peers: string
  rounds: number
  seconds: number
}) {
  const stops: (() => Promise<void>)[] = []
  try {
    const others: Contestant[] = []
    for (const start of [startDirectus, startMedusa]) {
      const { stop, ...peer } = await start(peers)
      stops.push(stop)
      const spentOn = async (target: Target) => (await measure(target, seconds, connections)).cpuMs
      others.push({ ...peer, spentOn })
    }
    const processes = await startProcesses([...allServices])
    stops.push(() => processes.stop())
    const all = [...(await oursOf(processes)), ...others]
    for (const { targets } of all)
      for (const job of jobs) await measure(targets[job], warmSeconds, connections)
    const table = new Map<string, number[]>()
    for (let round = 0; round < rounds; round++)
      for (const job of jobs)
        for (const { name, targets, spentOn } of all) {
          const key = `${name}: ${job}`
          table.set(key, [...(table.get(key) ?? []), await spentOn(targets[job], seconds)])
        }
    const medianOf = (name: string, job: Job) => median(table.get(`${name}: ${job}`)!)
    const [order, person, directus, medusa] = all.map(({ name }) => name) as [string, string, string, string]
    const pairs = [
      [order, directus],
      [person, medusa],
    ] as const
    const rows = pairs.flatMap(([ours, theirs]) =>
      jobs.map(job => {
        const [one, other] = [medianOf(ours, job), medianOf(theirs, job)]
        return [`${ours} / ${theirs}: ${job}`, one, other, other / one]
      }),
    )
    printTable(
      `CPU ms of a request; load ${loadavg()[0]!.toFixed(1)}`,
      ['', 'ours', 'theirs', 'times ours'],
      rows,
    )
    return rows
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

/** An order and a person of ours. */
async function oursOf(processes: Processes): Promise<Contestant[]> {
  const { order, person } = await requestsOf(processes, processes.schools[0])
  let idle: Cpu | null = null
  const spentOn = async (target: Target, seconds: number) => {
    // Nobody hears of a read.
    if (target.shot(0).method === 'GET') return (await measure(target, seconds, connections)).cpuMs
    if (!idle) {
      await settled(processes)
      idle = await idleOf(processes)
    }
    const act = async () => (await measure(target, seconds, connections)).count
    const { parts } = await spentBy(act, processes, idle)
    return Object.values(parts).reduce((sum, each) => sum + each, 0)
  }
  return [
    { name: 'our order', targets: order, spentOn },
    { name: 'our person', targets: person, spentOn },
  ]
}
