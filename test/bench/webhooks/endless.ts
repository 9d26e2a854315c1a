// A tenth school beside nine that misbehave: the receivers of nine schools answer 200 and never end their bodies, and one
// of the nine publishes events of 940 KB. What the tenth notices is the time from an event to its arrival, at a
// receiver of its own: one that takes 1 MB apart would be late itself.
import type { ChildProcess } from 'node:child_process'
import { eventually } from '@lms/testing'
import { median } from '../load.ts'
import { eventAt } from './events.ts'
import { paced, quantile, type Receiver, type Rig, startReceiver } from './rig.ts'
import { printTable } from './table.ts'

const schools = 9
const subscriptions = 8
const rate = 20
const seconds = 8
/** Events of each of the nine schools a second, and how many of a second's are large. */
const theirRate = 10
const large = { bytes: 940_000, perSecond: 2 }

interface Tenth {
  school: string
  receiver: Receiver
}

interface Delays {
  p50: number
  p99: number
}

export async function endlessSection(rig: Rig, rounds: number) {
  const children: ChildProcess[] = []
  const receiver = await startReceiver(children)
  const tenth = { receiver, school: await rig.school(['/tenth'], { origin: receiver.origin }) }
  const nine = await Promise.all(Array.from({ length: schools }, (_, index) => endless(rig, index)))
  const rows: { alone: Delays; beside: Delays }[] = []
  for (let round = 0; round <= rounds; round++) {
    const alone = await delaysOf(rig, tenth)
    let over = false
    const others = misbehave(rig, nine, () => over)
    const beside = await delaysOf(rig, tenth)
    over = true
    await others
    // The first round warms up.
    if (round > 0) rows.push({ alone, beside })
  }
  for (const school of [tenth.school, ...nine]) await rig.retire(school)
  for (const child of children) child.disconnect()
  const of = (read: (row: (typeof rows)[number]) => number) => median(rows.map(read))
  const result = {
    alone: { p50: of(({ alone }) => alone.p50), p99: of(({ alone }) => alone.p99) },
    beside: { p50: of(({ beside }) => beside.p50), p99: of(({ beside }) => beside.p99) },
    p99Ratio: of(({ alone, beside }) => beside.p99 / alone.p99),
  }
  printTable(
    `${rate} events a second of one school, beside nine whose receivers never end an answer (ms, medians)`,
    ['', 'p50', 'p99'],
    [
      ['alone', result.alone.p50, result.alone.p99],
      ['beside', result.beside.p50, result.beside.p99],
      ['ratio', result.beside.p50 / result.alone.p50, result.p99Ratio],
    ],
  )
  return result
}

const endless = (rig: Rig, index: number) =>
  rig.school(Array.from({ length: subscriptions }, (_, each) => `/endless/${index}/${each}`))

/** Milliseconds from the moment in the envelope to the arrival. */
async function delaysOf(rig: Rig, { school, receiver }: Tenth): Promise<Delays> {
  await receiver.take()
  await paced(rate, seconds, index => rig.publish([eventAt(school, index)]))
  await eventually('the tenth school', async () => arrived(await receiver.counts()) >= rate * seconds, 60_000)
  const { delays } = (await receiver.take())['/tenth']!
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }
}

const arrived = (counts: Record<string, number>) => counts['/tenth'] ?? 0

/** Publishes for the nine schools until it is over. */
async function misbehave(rig: Rig, nine: readonly string[], over: () => boolean) {
  while (!over())
    await paced(theirRate, 1, index =>
      rig.publish(
        nine.map((school, at) => {
          const isLarge = at === 0 && index < large.perSecond
          return eventAt(school, index, isLarge ? { padding: large.bytes } : {})
        }),
      ),
    )
}
