// What a write costs, process by process and statement by statement: in an installation of users, commerce and webhooks
// alone with what these need, in one with further services, and in one with all of them, for a school with rules and for one
// without. Counted is all that follows from the writes, until their readers have read them, without what idling takes.
import { loadavg } from 'node:os'
import type { Service } from '@lms/service-host'
import { allServices } from '@lms/testing/all-services'
import type { GatewaySchool } from '@lms/testing/gateway'
import { measure, type Target } from '../load.ts'
import { residentOf } from '../memory/resident.ts'
import { printTable } from '../webhooks/table.ts'
import { type Processes, type Statement, startProcesses } from './installation.ts'
import { addRules, requestsOf } from './requests.ts'
import { type Cpu, idleOf, settled, spentBy } from './spent.ts'

const alone = ['site', 'users', 'commerce', 'webhooks', 'service']
/** Seconds of each kind before anything is measured. */
const warmSeconds = 2
const paceOf = { full: undefined, slow: 100 } as const
type Pace = keyof typeof paceOf

/** CPU milliseconds of a request. */
interface Share extends Cpu {
  set: string
  write: string
  pace: Pace
  perSecond: number
  total: number
}

/**
 * `sets` are names of services added to those alone, joined by `+`; `all` is all of them. One set after the other, each in an
 * installation of its own. `paces` are `full` and `slow`.
 */
export async function writesSection({
  sets,
  paces,
  seconds,
}: {
  sets: readonly string[]
  paces: readonly string[]
  seconds: number
}) {
  const shares: Share[] = []
  for (const set of sets) {
    const processes = await startProcesses(servicesOf(set))
    try {
      shares.push(...(await sharesOf(set, processes, { paces: paces as Pace[], seconds })))
    } finally {
      await processes.stop()
    }
  }
  printShares(shares)
  return shares
}

function servicesOf(set: string): Service[] {
  if (set === 'all') return [...allServices]
  const names = [...alone, ...set.split('+').filter(name => name !== 'alone')]
  return allServices.filter(({ contract }) => names.includes(contract.service))
}

async function sharesOf(
  set: string,
  processes: Processes,
  { paces, seconds }: { paces: readonly Pace[]; seconds: number },
): Promise<Share[]> {
  const [plain, ruled] = processes.schools
  const isAll = set === 'all'
  if (isAll) await addRules(processes, ruled)
  const shares: Share[] = []
  const schools = isAll ? [plain, ruled] : [plain]
  const targets = new Map<GatewaySchool, Target[]>()
  for (const school of schools) targets.set(school, await writesOf(processes, school))
  // What has just started costs twice; cold is not what is measured.
  for (const each of targets.values()) for (const target of each) await measure(target, warmSeconds)
  await settled(processes)
  const idle = await idleOf(processes)
  printIdle(set, idle, processes)
  for (const school of schools) {
    const label = school === ruled ? `${set}, with rules` : set
    for (const pace of paces)
      for (const target of targets.get(school)!) {
        await processes.statements()
        const spent = await spentOn(target, processes, { seconds, idle, pace })
        shares.push({ set: label, write: target.name, pace, ...spent })
        if (pace === 'full')
          printStatements(`${label}: ${target.name}`, await processes.statements(), spent.count)
      }
  }
  return shares
}

async function writesOf(processes: Processes, school: GatewaySchool): Promise<Target[]> {
  const { order, person } = await requestsOf(processes, school)
  return [order.create, order.change, person.create, person.change, order.get]
}

function printIdle(set: string, { parts }: Cpu, { pids }: Processes) {
  const cpu = Object.values(parts).reduce((sum, each) => sum + each, 0)
  const mib = Object.entries(pids).reduce(
    (sum, [name, pid]) => sum + residentOf(pid, name === 'postgres').pss,
    0,
  )
  process.stdout.write(
    `\n${set}: idle ${(cpu * 100).toFixed(1)} % of a core, ${mib.toFixed(0)} MiB after the first load; load ${loadavg()[0]!.toFixed(1)}\n`,
  )
  printTable(`${set}: idle, % of a core`, Object.keys(parts), [Object.values(parts).map(each => each * 100)])
}

async function spentOn(
  target: Target,
  processes: Processes,
  { seconds, idle, pace }: { seconds: number; idle: Cpu; pace: Pace },
) {
  const perSecond = paceOf[pace]
  let rate = 0
  const act = async () => {
    const measured = await measure({ ...target, ...(perSecond && { perSecond }) }, seconds)
    rate = measured.requestsPerSecond
    return measured.count
  }
  const spent = await spentBy(act, processes, idle)
  return { ...spent, perSecond: rate, total: Object.values(spent.parts).reduce((sum, each) => sum + each, 0) }
}

function printStatements(title: string, all: readonly Statement[], count: number) {
  const perRequest = all.map(({ role, text, calls, ms }) => ({
    role,
    text: text.replaceAll(/\s+/g, ' ').slice(0, 90),
    calls: calls / count,
    us: (ms * 1000) / count,
  }))
  const [most, rest] = [perRequest.slice(0, 24), perRequest.slice(24)]
  printTable(
    `${title}: statements of a request`,
    ['', 'calls', 'µs', 'statement'],
    [
      ...most.map(({ role, text, calls, us }) => [role, calls, us, text]),
      ['others', rest.reduce((n, each) => n + each.calls, 0), rest.reduce((n, each) => n + each.us, 0), ''],
    ],
  )
}

function printShares(shares: readonly Share[]) {
  const names = [...new Set(shares.flatMap(({ parts }) => Object.keys(parts)))]
  const roles = [...new Set(shares.flatMap(({ roles }) => Object.keys(roles)))]
  const title = (what: string) => `CPU ms of a request, ${what}; load ${loadavg()[0]!.toFixed(1)}`
  printTable(
    title('by process'),
    ['', 'pace', 'req/s', 'in all', ...names],
    shares.map(({ set, write, pace, perSecond, total, parts }) => [
      ...[`${write}: ${set}`, pace, perSecond, total],
      ...names.map(name => parts[name] ?? ''),
    ]),
  )
  printTable(
    title('in Postgres, by service'),
    ['', 'pace', ...roles],
    shares.map(({ set, write, pace, roles: byRole }) => [
      ...[`${write}: ${set}`, pace],
      ...roles.map(name => byRole[name] ?? ''),
    ]),
  )
}
