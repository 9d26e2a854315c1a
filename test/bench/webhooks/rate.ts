// Deliveries a second, whole: journal, queue, signature, request, log. Beside it a bare loop that signs and posts the
// same bodies to the same receiver at the same concurrency, in turns.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { median } from '../load.ts'
import type { BareAnswer, BareRun } from './bare.ts'
import { eventsOf } from './events.ts'
import { type Rig, untilDelivered } from './rig.ts'
import { printTable } from './table.ts'

/** What the service's settings allow: sends of one subscription, and of one school. */
const channelParallel = 8
const schoolParallel = 64

interface Round {
  bare: number
  ours: number
  bareCpu: number
  cpu: Record<string, number>
}

export async function rateSection(rig: Rig, rounds: number, deliveries: number) {
  const bare = fork(fileURLToPath(new URL('bare.ts', import.meta.url)), { execArgv: ['--no-warnings'] })
  await once(bare, 'message')
  try {
    const results = []
    for (const subscriptions of [1, 20]) {
      const paths = Array.from({ length: subscriptions }, (_, index) => `/hook/${index}`)
      const school = await rig.school(paths)
      const concurrency = Math.min(schoolParallel, channelParallel * subscriptions)
      const count = Math.round(deliveries / subscriptions) * subscriptions
      const all: Round[] = []
      for (let round = 0; round <= rounds; round++) {
        const floor = await askBare(bare, {
          origin: rig.receiver.origin,
          paths,
          deliveries: count,
          concurrency,
        })
        await rig.receiver.take()
        const ours = await deliver(rig, school, count, subscriptions)
        // The first round warms up.
        if (round > 0) all.push({ bare: (count / floor.ms) * 1000, bareCpu: floor.cpuMs / count, ...ours })
      }
      await rig.retire(school)
      results.push(summary(subscriptions, concurrency, all))
    }
    printTable(
      'deliveries a second, beside a bare loop that signs and posts',
      [
        'subscriptions',
        'parallel',
        'bare/s',
        'ours/s',
        'ratio',
        'bare CPU ms',
        'webhooks',
        'postgres',
        'nats',
      ],
      results.map(({ subscriptions, concurrency, bare, ours, ratio, bareCpu, cpu }) => [
        String(subscriptions),
        String(concurrency),
        bare,
        ours,
        ratio,
        bareCpu,
        cpu.webhooks!,
        cpu.postgres!,
        cpu.nats!,
      ]),
    )
    return results
  } finally {
    bare.disconnect()
  }
}

async function askBare(bare: ChildProcess, run: BareRun): Promise<BareAnswer> {
  const answer = once(bare, 'message')
  bare.send(run)
  return (await answer)[0]
}

async function deliver(rig: Rig, school: string, count: number, subscriptions: number) {
  const events = eventsOf(school, count / subscriptions)
  const before = rig.cpu()
  await rig.publish(events)
  await untilDelivered(rig, school, count)
  const end = performance.timeOrigin + performance.now()
  const after = rig.cpu()
  const first = Math.min(...Object.values(await rig.receiver.take()).map(seen => seen.first))
  const cpu = Object.fromEntries(
    Object.entries(after).map(([name, used]) => [name, (used - before[name as keyof typeof before]) / count]),
  )
  // To the last row of the log, not only to the last arrival.
  return { ours: (count / (end - first)) * 1000, cpu }
}

function summary(subscriptions: number, concurrency: number, all: readonly Round[]) {
  const of = (read: (round: Round) => number) => median(all.map(read))
  return {
    subscriptions,
    concurrency,
    bare: of(({ bare }) => bare),
    ours: of(({ ours }) => ours),
    ratio: of(({ bare, ours }) => ours / bare),
    bareCpu: of(({ bareCpu }) => bareCpu),
    cpu: Object.fromEntries(
      Object.keys(all[0]!.cpu).map(name => [name, of(({ cpu }) => cpu[name]!)]),
    ) as Record<string, number>,
  }
}
