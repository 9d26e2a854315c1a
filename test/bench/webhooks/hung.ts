// One subscription whose receiver stops answering, beside twenty healthy ones of the same school: what the healthy ones
// lose. Two schools of twenty-one subscriptions take turns; in one of them the last never answers.

import { eventually } from '@lms/testing'
import { median } from '../load.ts'
import { eventAt, eventsOf } from './events.ts'
import type { Seen } from './receiver.ts'
import { paced, quantile, type Rig, sumOf } from './rig.ts'
import { printTable } from './table.ts'

const healthy = 20
const burst = 150
const rate = 25
const seconds = 4

const turn = <T>(items: T[], round: number) => (round % 2 ? items.reverse() : items)

interface Round {
  rate: number
  p50: number
  p99: number
}

export async function hungSection(rig: Rig, rounds: number) {
  const paths = Array.from({ length: healthy }, (_, index) => `/hook/${index}`)
  const schools = {
    'all answer': await rig.school([...paths, '/last']),
    'one hangs': await rig.school([...paths, '/hang']),
  }
  const all = new Map<string, Round[]>()
  for (let round = 0; round <= rounds; round++)
    // Each begins in turn: who comes second finds everything warmer.
    for (const [name, school] of turn(Object.entries(schools), round)) {
      const measured = await once(rig, school)
      if (round > 0) all.set(name, [...(all.get(name) ?? []), measured])
    }
  for (const school of Object.values(schools)) await rig.retire(school)
  const [plain, hung] = Object.keys(schools)
    .map(name => [name, all.get(name)!] as const)
    .map(([name, results]) => ({
      name,
      rate: median(results.map(({ rate }) => rate)),
      p50: median(results.map(({ p50 }) => p50)),
      p99: median(results.map(({ p99 }) => p99)),
    }))
  const rateKept = hung!.rate / plain!.rate
  printTable(
    `20 healthy subscriptions beside one more that answers, or hangs: ${(rateKept * 100).toFixed(0)} % of the rate kept`,
    ['', 'deliveries/s', `p50 ms at ${rate * healthy}/s`, 'p99 ms'],
    [plain!, hung!].map(({ name, rate, p50, p99 }) => [name, rate, p50, p99]),
  )
  return { without: plain, with: hung, rateKept, p99Ratio: hung!.p99 / plain!.p99 }
}

/** How fast a burst goes out, and how late what comes at an even pace arrives. */
async function once(rig: Rig, school: string): Promise<Round> {
  const seenOf = async (count: number) => {
    await eventually(
      'the healthy ones',
      async () => {
        return sumOf(healthyOf(await rig.receiver.counts())) >= count
      },
      60_000,
    )
    return Object.values(healthyOf(await rig.receiver.take()))
  }
  await rig.receiver.take()
  await rig.publish(eventsOf(school, burst))
  const bursts = await seenOf(burst * healthy)
  await paced(rate, seconds, index => rig.publish([eventAt(school, index)]))
  const delays = (await seenOf(rate * seconds * healthy)).flatMap(({ delays }) => delays)
  return { rate: rateOf(bursts), p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }
}

/** Of the twenty alone. */
function healthyOf<T>({ '/hang': _, '/last': __, ...healthy }: Record<string, T>): Record<string, T> {
  return healthy
}

function rateOf(seen: readonly Seen[]): number {
  const first = Math.min(...seen.map(({ first }) => first))
  const last = Math.max(...seen.map(({ last }) => last))
  return (seen.reduce((sum, { count }) => sum + count, 0) / (last - first)) * 1000
}
