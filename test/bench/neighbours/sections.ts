// What a school notices of one that misbehaves: its times alone, and during each attack.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startUp } from '@lms/testing'
import { type Gateway, gatewayOf, newSchool } from '@lms/testing/gateway'
import { type Endpoint, placeOf } from '../../neighbours/attacker.ts'
import { attacks } from '../../neighbours/attacks.ts'
import { median } from '../load.ts'
import { printTable } from '../webhooks/table.ts'
import { type Neighbour, type Noticed, neighbourAt } from './neighbour.ts'

/** From the first shot to the first measured answer. */
const settleSeconds = 3

interface Compared {
  alone: Noticed
  beside: Noticed
  /** The attacker's answers, by status. */
  attacker: Record<string, number>
}

/** Every attack on a fresh system in each round, or the one named. */
export async function neighbourSections({
  rounds,
  seconds,
  section,
}: {
  rounds: number
  seconds: number
  section?: string | undefined
}): Promise<Record<string, Compared[]>> {
  const chosen = attacks.map(({ name }) => name).filter(name => !section || name.includes(section))
  if (chosen.length === 0)
    throw new Error(`There is no attack ${section}: ${attacks.map(({ name }) => name).join(', ')}.`)
  const results: Record<string, Compared[]> = Object.fromEntries(chosen.map(name => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const name of chosen) {
      results[name]!.push(await compare(name, seconds))
      process.stdout.write(`${name}: ${JSON.stringify(results[name]!.at(-1))}\n`)
    }
  print(results)
  return results
}

async function compare(name: string, seconds: number): Promise<Compared> {
  const up = await startUp({ processes: true })
  let neighbour: Neighbour | null = null
  const children: ReturnType<typeof startAttacker>[] = []
  try {
    const gateways = gatewayOf(up)
    const quiet = await schoolBeside(gateways, 'Quiet')
    const other = await schoolBeside(gateways, 'Loud')
    neighbour = await neighbourAt(quiet.place)
    await neighbour.notices(2)
    const alone = await neighbour.notices(seconds)
    const attacker = startAttacker(name, other.place)
    children.push(attacker)
    await attacker.send('prepare', 'prepared')
    // The bench measures the attack, not a flood: meanwhile the usual rates apply.
    await other.limit(null)
    attacker.child.send('go')
    await pause((attacks.find(one => one.name === name)!.seconds ?? settleSeconds) * 1000)
    const beside = await neighbour.notices(seconds)
    return { alone, beside, attacker: (await attacker.send('statuses')) as Record<string, number> }
  } finally {
    for (const { child } of children) child.kill('SIGKILL')
    await neighbour?.close()
    await up.stop()
  }
}

/** A school without limits of its rate, and a way to give it others. */
export async function schoolBeside(gateways: Gateway, name: string) {
  const school = await newSchool(gateways, name)
  const limit = async (rate: number | null) => {
    const limits = { key_rate: rate, key_burst: rate, school_rate: rate, school_burst: rate }
    const { status } = await gateways.operator('PATCH', `/schools/${school.schoolId}`, { limits })
    if (status !== 200) throw new Error(`The limits of ${name} were not changed.`)
  }
  await limit(1_000_000)
  return { place: await placeOf(gateways, school), limit }
}

function startAttacker(name: string, endpoint: Endpoint) {
  const file = fileURLToPath(new URL('attacker.ts', import.meta.url))
  const child = fork(file, [name, JSON.stringify(endpoint)], { execArgv: ['--no-warnings'] })
  const send = async (what: string, expected?: string) => {
    const answer = once(child, 'message')
    child.send(what)
    const [reply] = await answer
    if (expected && reply !== expected) throw new Error(`The attacker: ${reply}`)
    return reply
  }
  return { child, send }
}

function print(results: Record<string, Compared[]>) {
  const middle = (rows: Compared[], of: (row: Compared) => number) => median(rows.map(of))
  printTable(
    'A school beside one that misbehaves: 50 requests a second, medians',
    [
      'attack',
      'p50 alone',
      'p50',
      'p99 alone',
      'p99',
      'ratio',
      'errors',
      'of',
      'delivery alone',
      'delivery',
      'export s alone',
      'export s',
    ],
    Object.entries(results).map(([name, rows]) => [
      name,
      middle(rows, ({ alone }) => alone.p50),
      middle(rows, ({ beside }) => beside.p50),
      middle(rows, ({ alone }) => alone.p99),
      middle(rows, ({ beside }) => beside.p99),
      middle(rows, ({ alone, beside }) => beside.p99 / alone.p99),
      middle(rows, ({ beside }) => beside.errors),
      middle(rows, ({ beside }) => beside.requests),
      middle(rows, ({ alone }) => alone.deliveryP99),
      middle(rows, ({ beside }) => beside.deliveryP99),
      middle(rows, ({ alone }) => alone.exportSeconds),
      middle(rows, ({ beside }) => beside.exportSeconds),
    ]),
  )
}
