// A channel with a million waiting deliveries among ten thousand channels: the plans of the claim and of the fetch under the
// service's own role, and how late the other channels' deliveries arrive meanwhile.
import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import pg from 'pg'
import { claimSql } from '../../../services/webhooks/src/dispatch/delivery-queue.store.ts'
import { dueSql } from '../../../services/webhooks/src/dispatch/queue.store.ts'
import { eventAt } from './events.ts'
import { paced, quantile, type Rig, sumOf } from './rig.ts'
import { printTable } from './table.ts'

const waiting = 1_000_000
const channels = 10_000
const others = 10
const rate = 20
const seconds = 5

export async function millionSection(rig: Rig) {
  const school = await rig.school(Array.from({ length: others }, (_, index) => `/hook/${index}`))
  await delaysOf(rig, school) // warms up
  const before = await delaysOf(rig, school)
  const crowded = await rig.school(['/slow'])
  await fill(rig, crowded)
  const during = await delaysOf(rig, school)
  const client = new pg.Client({ connectionString: rig.config.systemDatabaseUrl })
  await client.connect()
  try {
    const plans = { claim: await claimPlan(client), fetch: await fetchPlan(client, crowded) }
    const { rows } = await rig.owner.query(
      'select count(*)::int as left from webhooks.due where school_id = $1',
      [crowded],
    )
    for (const one of [school, crowded]) await rig.retire(one)
    printTable(
      `a channel with a million waiting deliveries (${rows[0].left} at the end) among ${channels} channels`,
      ['deliveries of other channels', 'p50 ms', 'p99 ms'],
      [
        ['before', ...before],
        ['meanwhile', ...during],
      ],
    )
    for (const [name, plan] of Object.entries(plans))
      process.stdout.write(`\n  ${name}\n${plan.map(line => `    ${line}`).join('\n')}\n`)
    const scans = Object.values(plans)
      .flat()
      .filter(line => line.includes('Seq Scan'))
    process.stdout.write(`\n  sequential scans: ${scans.length}\n`)
    return { before, during, plans, sequentialScans: scans.length }
  } finally {
    await client.end()
  }
}

async function delaysOf(rig: Rig, school: string): Promise<[p50: number, p99: number]> {
  await rig.receiver.take()
  await paced(rate, seconds, index => rig.publish([eventAt(school, index)]))
  await eventually('the other channels', async () => {
    const { '/slow': _, ...counts } = await rig.receiver.counts()
    return sumOf(counts) >= rate * seconds * others
  })
  const { '/slow': _, ...seen } = await rig.receiver.take()
  const delays = Object.values(seen).flatMap(({ delays }) => delays)
  return [quantile(delays, 0.5), quantile(delays, 0.99)]
}

/** The many channels, a third of them with a retry in the next hour, and the million rows with an event of theirs. */
async function fill({ owner }: Rig, school: string) {
  await owner.query(
    `insert into webhooks.channels (school_id, webhook_id, active, suspended, wake_at)
     select 'sch_many_' || n / 5, 'whk_many_' || n, true, false,
       case when n % 3 = 0 then now() + interval '1 hour' * random() + interval '10 minutes' end
     from generate_series(1, ${channels}) n`,
  )
  const event = newId('evt')
  await owner.query(
    `insert into webhooks.events (school_id, id, type, sequence, created_at, request_id, payload)
     select $1, $2, type, 1, created_at, request_id, payload from webhooks.events limit 1`,
    [school, event],
  )
  const webhook = `(select id from webhooks.subscriptions where school_id = '${school}')`
  await owner.query(
    `insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed)
     select $1, ${webhook}, now() - interval '1 hour' + n * interval '1 millisecond', $2 || lpad(n::text, 7, '0'), $3, 0,
       false, false
     from generate_series(1, ${waiting}) n`,
    [school, newId('dlv').slice(0, -7), event],
  )
  await owner.query('analyze webhooks.due, webhooks.channels')
  await owner.query('update webhooks.channels set wake_at = now() where school_id = $1', [school])
}

async function claimPlan(client: pg.Client): Promise<string[]> {
  await client.query('begin')
  const plan = await explained(client, claimSql, ['bench', new Date().toISOString(), '100', '{}', 't'])
  await client.query('rollback')
  return plan
}

async function fetchPlan(client: pg.Client, school: string): Promise<string[]> {
  const { rows } = await client.query('select webhook_id from webhooks.channels where school_id = $1', [
    school,
  ])
  const now = new Date().toISOString()
  return explained(client, dueSql, [`{${school}}`, `{${rows[0].webhook_id}}`, '{200}', `{"${now}"}`, '{}'])
}

async function explained(client: pg.Client, text: string, values: string[]): Promise<string[]> {
  const { rows } = await client.query(`explain (analyze, buffers) ${text}`, values)
  return rows.map(row => row['QUERY PLAN'])
}
