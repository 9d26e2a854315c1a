// turns, and over a single one, whose events go out one after the other.
import { newId } from '@lms/contract'
import { median } from '../load.ts'
import { eventAt } from './events.ts'
import { type Rig, untilDelivered } from './rig.ts'
import { printTable } from './table.ts'

const burst = 1000
const objects = 100

const cases = [
  { name: 'not ordered', ordered: false, objects },
  { name: `ordered, ${objects} objects`, ordered: true, objects },
  { name: 'ordered, one object', ordered: true, objects: 1 },
]

export async function orderedSection(rig: Rig, rounds: number) {
  const rows = []
  for (const { name, ordered, objects } of cases) {
    const school = await rig.school(['/hook'], { ordered })
    const orders = Array.from({ length: objects }, () => newId('ord'))
    const all: { rate: number; cpu: number }[] = []
    for (let round = 0; round <= rounds; round++) {
      const measured = await once(rig, school, orders)
      // The first round warms up.
      if (round > 0) all.push(measured)
    }
    await rig.retire(school)
    rows.push({ name, rate: median(all.map(({ rate }) => rate)), cpu: median(all.map(({ cpu }) => cpu)) })
  }
  printTable(
    'a burst to one subscription',
    ['', 'deliveries/s', 'CPU ms each (webhooks, Postgres)'],
    rows.map(({ name, rate, cpu }) => [name, rate, cpu]),
  )
  return rows
}

async function once(rig: Rig, school: string, orders: readonly string[]) {
  await rig.receiver.take()
  const events = Array.from({ length: burst }, (_, index) =>
    eventAt(school, index, { order: orders[index % orders.length]! }),
  )
  const before = rig.cpu()
  await rig.publish(events)
  await untilDelivered(rig, school, burst)
  const after = rig.cpu()
  const { first, last } = (await rig.receiver.take())['/hook']!
  const cpu = after.webhooks - before.webhooks + after.postgres - before.postgres
  return { rate: (burst / (last - first)) * 1000, cpu: cpu / burst }
}
