// The memory of the service over many deliveries: after each tenth, when nothing waits and garbage is collected.
import { eventsOf } from './events.ts'
import { type Rig, untilDelivered } from './rig.ts'
import { printTable } from './table.ts'

const subscriptions = 20
const intervals = 10
const mb = 2 ** 20

export async function memorySection(rig: Rig, deliveries: number) {
  const school = await rig.school(Array.from({ length: subscriptions }, (_, index) => `/hook/${index}`))
  const events = Math.ceil(deliveries / intervals / subscriptions)
  const rows: { deliveries: number; rssMb: number; heapMb: number }[] = []
  const note = async (deliveries: number) => {
    const { rss, heapUsed } = await rig.memory()
    rows.push({ deliveries, rssMb: rss / mb, heapMb: heapUsed / mb })
  }
  await note(0)
  for (let interval = 1; interval <= intervals; interval++) {
    await rig.receiver.take()
    await rig.publish(eventsOf(school, events))
    await untilDelivered(rig, school, events * subscriptions)
    await note(interval * events * subscriptions)
  }
  await rig.retire(school)
  // The first half grows to the size that work takes; the second must not grow on.
  const half = rows[intervals / 2]!
  const last = rows.at(-1)!
  const grown = { rss: last.rssMb / half.rssMb, heap: last.heapMb / half.heapMb }
  const percent = (share: number) => `${((share - 1) * 100).toFixed(1)} %`
  printTable(
    `memory of the webhooks process; in the second half RSS changes by ${percent(grown.rss)}, heap by ${percent(grown.heap)}`,
    ['deliveries', 'RSS MB', 'heap MB'],
    rows.map(({ deliveries, rssMb, heapMb }) => [String(deliveries), rssMb, heapMb]),
  )
  return { rows, grown }
}
