// A tenth school beside nine that misbehave: the receivers of nine schools answer 200 and never end their bodies, and one
// of the nine publishes events of 940 KB. What the tenth notices is the time from an event to its arrival, at a
// receiver of its own: one that takes 1 MB apart would be late itself.
import type { ChildProcess } from 'node:child_process'
import { eventually } from '@lms/testing'
import { eventAt } from './events.ts'
import { paced, quantile, type Receiver, type Rig, startReceiver, untilNothingWaits } from './rig.ts'
import { printTable } from './table.ts'

const schools = 9
const subscriptions = 8
/** Events of the tenth school a second: none of the rates below is a multiple, so they meet at every distance. */
const rate = 19
const seconds = 8
/** Events of each of the nine a second; a fifth of those of the first one are large. */
const theirRates = [2, 5, 10]
const largeBytes = 940_000

interface Tenth {
  school: string
  receiver: Receiver
}

interface Delays {
  /** Sends of the nine a second. */
  sends: number
  p50: number
  p99: number
}

export async function endlessSection(rig: Rig, rounds: number) {
  const children: ChildProcess[] = []
  const receiver = await startReceiver(children)
  const tenth = { receiver, school: await rig.school(['/tenth'], { origin: receiver.origin }) }
  const nine = await Promise.all(Array.from({ length: schools }, (_, index) => endless(rig, index)))
  const all = new Map<number, number[]>([0, ...theirRates].map(theirs => [theirs, []]))
  for (let round = 0; round <= rounds; round++)
    for (const [theirs, delays] of all) {
      let over = false
      const others = theirs > 0 ? misbehave(rig, nine, theirs, () => over) : null
      const seen = await delaysOf(rig, tenth)
      over = true
      await others
      for (const school of nine) await untilNothingWaits(rig, school)
      // The first round warms up.
      if (round > 0) delays.push(...seen)
    }
  for (const school of [tenth.school, ...nine]) await rig.retire(school)
  for (const child of children) child.disconnect()
  const results = [...all].map(
    ([theirs, delays]): Delays => ({
      sends: theirs * schools * subscriptions,
      p50: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
    }),
  )
  const [alone] = results
  printTable(
    `${rate} events a second of one school, beside nine whose receivers never end an answer (ms)`,
    ['their sends a second', 'p50', 'p99', 'p99 to alone'],
    results.map(({ sends, p50, p99 }) => [String(sends), p50, p99, p99 / alone!.p99]),
  )
  return results
}

const endless = (rig: Rig, index: number) =>
  rig.school(Array.from({ length: subscriptions }, (_, each) => `/endless/${index}/${each}`))

/** Milliseconds from the moment in the envelope to the arrival, of each event. */
async function delaysOf(rig: Rig, { school, receiver }: Tenth): Promise<number[]> {
  await receiver.take()
  await paced(rate, seconds, index => rig.publish([eventAt(school, index)]))
  await eventually(
    'the tenth school',
    async () => ((await receiver.counts())['/tenth'] ?? 0) >= rate * seconds,
    60_000,
  )
  return (await receiver.take())['/tenth']!.delays
}

/** Publishes for the nine schools until it is over. */
async function misbehave(rig: Rig, nine: readonly string[], theirs: number, over: () => boolean) {
  while (!over())
    await paced(theirs, 1, index =>
      rig.publish(
        nine.map((school, at) =>
          eventAt(school, index, at === 0 && index < theirs / 5 ? { padding: largeBytes } : {}),
        ),
      ),
    )
}
