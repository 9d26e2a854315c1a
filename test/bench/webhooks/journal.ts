// The cost of an event in the journal, by number of subscriptions that take it, and in a relay. The bench holds the
// journal's lease while the events are published, so that only the journal is measured; channels are suspended, so that
// nothing is sent.
import { randomBytes } from 'node:crypto'
import { invalidationSubject } from '@lms/events'
import { eventually } from '@lms/testing'
import { median } from '../load.ts'
import { eventAt, eventsOf } from './events.ts'
import type { Rig } from './rig.ts'
import { printTable } from './table.ts'

const events = 10_000

interface Cost {
  name: string
  /** Microseconds an event: by the clock, and of CPU in each process. */
  wall: number
  webhooks: number
  postgres: number
}

export async function journalSection(rig: Rig, rounds: number) {
  const schools = new Map<string, string>()
  for (const count of [0, 1, 2]) {
    const school = await rig.school(Array.from({ length: count }, (_, index) => `/hook/${index}`))
    await rig.owner.query('update webhooks.channels set suspended = true where school_id = $1', [school])
    schools.set(`journal, ${count} subscriptions`, school)
  }
  const all = new Map<string, Cost[]>()
  const add = (cost: Cost) => all.set(cost.name, [...(all.get(cost.name) ?? []), cost])
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    for (const [name, school] of schools) add({ name, ...(await journalCost(rig, school)) })
    add({ name: 'relay', ...(await relayCost(rig)) })
  }
  for (const school of schools.values()) await rig.retire(school)
  const results = [...all].map(([name, costs]) => ({
    name,
    wall: median(costs.map(({ wall }) => wall)),
    webhooks: median(costs.map(({ webhooks }) => webhooks)),
    postgres: median(costs.map(({ postgres }) => postgres)),
  }))
  printTable(
    'microseconds an event',
    ['', 'by the clock', 'CPU webhooks', 'CPU postgres'],
    results.map(({ name, wall, webhooks, postgres }) => [name, wall, webhooks, postgres]),
  )
  return results
}

async function journalCost(rig: Rig, school: string): Promise<Omit<Cost, 'name'>> {
  const { owner } = rig
  const position = async () => {
    const { rows } = await owner.query(`select last::int from webhooks.positions where stream = 'EVENTS'`)
    return (rows[0]?.last ?? 0) as number
  }
  await owner.query(
    `insert into webhooks.leases values ('journal', 'bench', 1, now() + interval '1 hour')
     on conflict (name) do update set holder = 'bench', fence = leases.fence + 1, expires_at = excluded.expires_at`,
  )
  const begin = await position()
  await rig.publish(eventsOf(school, events))
  const before = rig.cpu()
  await owner.query(
    `update webhooks.leases set expires_at = now() - interval '1 second' where name = 'journal'`,
  )
  const first = await eventually('the journal', async () => {
    const at = await position()
    return at > begin ? { at, time: performance.now() } : null
  })
  await eventually('the end of the journal', async () => (await position()) >= begin + events, 60_000)
  const wall = ((performance.now() - first.time) * 1000) / (begin + events - first.at)
  return { wall, ...spent(before, rig.cpu()) }
}

async function relayCost(rig: Rig): Promise<Omit<Cost, 'name'>> {
  const { owner } = rig
  const { payload } = eventAt('school', 0)
  // A subject that the service may publish to. Nobody confirms these, so each is deleted when it is published.
  const pending = async () => {
    const { rows } = await owner.query(
      `select count(*)::int as pending from webhooks.outbox where school_id = 'bench'`,
    )
    return rows[0].pending as number
  }
  const before = rig.cpu()
  await owner.query(
    `insert into webhooks.outbox (id, school_id, subject, payload, request_id, created_at)
     select $1 || n, 'bench', $3, $2, $1, now() from generate_series(1, ${events}) n`,
    [`bench_${randomBytes(6).toString('hex')}`, payload, invalidationSubject('bench', 'webhooks')],
  )
  const first = await eventually('the relay', async () => {
    const remaining = await pending()
    return remaining < events ? { left: remaining, time: performance.now() } : null
  })
  await eventually('the end of the relay', async () => (await pending()) === 0, 60_000)
  const wall = ((performance.now() - first.time) * 1000) / first.left
  return { wall, ...spent(before, rig.cpu()) }
}

type Cpu = ReturnType<Rig['cpu']>
const spent = (before: Cpu, after: Cpu) => ({
  webhooks: ((after.webhooks - before.webhooks) * 1000) / events,
  postgres: ((after.postgres - before.postgres) * 1000) / events,
})
