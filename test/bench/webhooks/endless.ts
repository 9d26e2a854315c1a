// A tenth school beside nine that misbehave: the receivers of nine schools answer 200 and never end their bodies, and one
// of the nine publishes events of 940 KB. What the tenth notices is the time from an event to its arrival, at a
// receiver of its own: one that takes 1 MB apart would be late itself. Receivers and publisher share the machine with
// what is measured, so a bare loop that only signs and posts takes turns with the service.
import type { ChildProcess } from 'node:child_process'
import { eventually } from '@lms/testing'
import { eventAt } from './events.ts'
import { startForwarder } from './forwarder.ts'
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

const tenthPath = '/tenth'
/** Of each of the nine. */
const endlessPaths = Array.from({ length: schools }, (_, school) =>
  Array.from({ length: subscriptions }, (_, each) => `/endless/${school}/${each}`),
)

/** What is measured: the service, or the bare loop. */
interface Way {
  publish: Rig['publish']
  tenth: string
  nine: readonly string[]
  /** Resolves when nothing of the nine is on its way. */
  settle(): Promise<void>
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
  const ours = await serviceWay(rig, receiver)
  const { way: bare, stop } = await bareWay(rig, receiver)
  const ways = { ours, bare }
  const all = Object.keys(ways).flatMap(way =>
    [0, ...theirRates].map(theirs => ({ way: way as keyof typeof ways, theirs, delays: [] as number[] })),
  )
  for (let round = 0; round <= rounds; round++)
    for (const { way, theirs, delays } of all) {
      const seen = await delaysBeside(ways[way], receiver, theirs)
      // The first round warms up.
      if (round > 0) delays.push(...seen)
    }
  for (const school of [ours.tenth, ...ours.nine]) await rig.retire(school)
  await stop()
  for (const child of children) child.disconnect()
  const resultsOf = (way: keyof typeof ways) =>
    all.filter(one => one.way === way).map(({ theirs, delays }) => summary(theirs, delays))
  const results = { ours: resultsOf('ours'), bare: resultsOf('bare') }
  print(results)
  return results
}

async function serviceWay(rig: Rig, { origin }: Receiver): Promise<Way> {
  const nine = await Promise.all(endlessPaths.map(paths => rig.school(paths)))
  return {
    publish: rig.publish,
    tenth: await rig.school([tenthPath], { origin }),
    nine,
    settle: async () => {
      for (const school of nine) await untilNothingWaits(rig, school)
    },
  }
}

async function bareWay(rig: Rig, { origin }: Receiver) {
  const at = (receiver: string, paths: readonly string[]) =>
    paths.map((path): [string, string] => [receiver, path])
  const forwarder = await startForwarder([
    at(origin, [tenthPath]),
    ...endlessPaths.map(paths => at(rig.receiver.origin, paths)),
  ])
  const { publish, stop } = forwarder
  const [tenth, ...nine] = forwarder.schools
  const way: Way = { publish, tenth: tenth!, nine, settle: async () => {} }
  return { way, stop }
}

/** The tenth's delays, while each of the nine publishes `theirs` events a second. */
async function delaysBeside(way: Way, receiver: Receiver, theirs: number): Promise<number[]> {
  let over = false
  const others = theirs > 0 ? misbehave(way, theirs, () => over) : null
  const seen = await delaysOf(way, receiver)
  over = true
  await others
  await way.settle()
  return seen
}

/** Milliseconds from the moment in the envelope to the arrival, of each event. */
async function delaysOf({ publish, tenth }: Way, receiver: Receiver): Promise<number[]> {
  await receiver.take()
  await paced(rate, seconds, index => publish([eventAt(tenth, index)]))
  await eventually(
    'the tenth school',
    async () => ((await receiver.counts())[tenthPath] ?? 0) >= rate * seconds,
    60_000,
  )
  return (await receiver.take())[tenthPath]!.delays
}

/** Publishes for the nine schools until it is over. */
async function misbehave({ publish, nine }: Way, theirs: number, over: () => boolean) {
  while (!over())
    await paced(theirs, 1, index =>
      publish(
        nine.map((school, at) =>
          eventAt(school, index, at === 0 && index < theirs / 5 ? { padding: largeBytes } : {}),
        ),
      ),
    )
}

const summary = (theirs: number, delays: readonly number[]): Delays => ({
  sends: theirs * schools * subscriptions,
  p50: quantile(delays, 0.5),
  p99: quantile(delays, 0.99),
})

function print({ ours, bare }: Record<'ours' | 'bare', readonly Delays[]>) {
  const toAlone = ({ p99 }: Delays, all: readonly Delays[]) => p99 / all[0]!.p99
  printTable(
    `${rate} events a second of one school, beside nine whose receivers never end an answer (ms)`,
    ['their sends a second', 'p50', 'p99', 'p99 to alone', 'bare p50', 'bare p99', 'bare p99 to alone'],
    ours.map((one, index) => {
      const floor = bare[index]!
      return [
        String(one.sends),
        one.p50,
        one.p99,
        toAlone(one, ours),
        floor.p50,
        floor.p99,
        toAlone(floor, bare),
      ]
    }),
  )
}
