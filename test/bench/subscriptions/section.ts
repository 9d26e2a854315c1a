// Renewals: subscriptions that are all due at one moment, each of a person with a saved card, charged through the sandbox
// by one commerce process under `lms up`. Counts how many are renewed in a second, what one costs, and the memory of the
// process on the way.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@lms/contract'
import { Vault } from '@lms/service-host'
import { sealedReference } from '../../../services/commerce/src/money/providers/sealed-secrets.ts'
import { cpuOf } from '../cpu.ts'
import { openSystem, type System } from '../growth/system.ts'
import { printTable } from '../webhooks/table.ts'

const atOnce = 1000
const parts = 10
const mb = 2 ** 20

interface Sample {
  renewed: number
  seconds: number
  rssMb: number
}

export async function subscriptionsSection(count: number) {
  const system = await openSystem()
  try {
    const priceId = await fill(system, count)
    const { commerce, postgres } = system.up.ready.pids as Record<'commerce' | 'postgres', number>
    const cpu = () => ({ service: cpuOf([commerce]), postgres: cpuOf([postgres]) })
    const before = cpu()
    const samples = await renewAll(system, { count, priceId, pid: commerce })
    const after = cpu()
    const of = (name: 'service' | 'postgres') => (after[name] - before[name]) / count
    const { seconds } = samples.at(-1)!
    const charged = await chargesOf(system, priceId)
    if (charged.twice > 0 || charged.once !== count)
      throw new Error(
        `${charged.once} periods were charged once and ${charged.twice} more than once, of ${count}.`,
      )
    const rate = count / seconds
    // The first half grows to the size that work takes; the second must not grow on.
    const grown = samples.at(-1)!.rssMb / samples[parts / 2 - 1]!.rssMb
    printTable(
      `${count} subscriptions due at one moment, in one process; 100,000 would take ${(100_000 / rate / 60).toFixed(1)} minutes`,
      ['', 'renewals/s', 'CPU ms a renewal, service', 'CPU ms a renewal, Postgres'],
      [['renewed', rate, of('service'), of('postgres')]],
    )
    printTable(
      `memory of the commerce process; in the second half RSS changes by ${((grown - 1) * 100).toFixed(1)} %`,
      ['renewed', 'after s', 'RSS MB'],
      samples.map(({ renewed, seconds, rssMb }) => [String(renewed), seconds, rssMb]),
    )
    return { count, rate, service: of('service'), postgres: of('postgres'), samples, grown }
  } finally {
    await system.stop()
  }
}

/** Waits until all are renewed; a sample after each tenth. */
async function renewAll(
  system: System,
  { count, priceId, pid }: { count: number; priceId: string; pid: number },
): Promise<Sample[]> {
  const started = performance.now()
  await system.owner.query(
    `update commerce.tasks set status = 'ready' where queue = 'advance-subscription' and school_id = $1`,
    [system.up.ready.school_id],
  )
  const samples: Sample[] = []
  for (;;) {
    const { rows } = await system.owner.query(
      `select count(*)::int as n from commerce.subscriptions where school_id = $1 and price_id = $2 and period = 2`,
      [system.up.ready.school_id, priceId],
    )
    const renewed: number = rows[0].n
    const seconds = (performance.now() - started) / 1000
    while (renewed >= ((samples.length + 1) * count) / parts && samples.length < parts) {
      samples.push({ renewed, seconds, rssMb: rssOf(pid) })
      process.stdout.write(`  ${renewed} renewed after ${seconds.toFixed(0)} s\n`)
    }
    if (samples.length === parts) return samples
    await pause(500)
  }
}

/** Resident bytes of a process, in MB, from /proc. */
function rssOf(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return (Number(kb) * 1024) / mb
}

/** How many subscriptions have one succeeded payment, and how many more. */
async function chargesOf({ owner, up }: System, priceId: string): Promise<{ once: number; twice: number }> {
  const { rows } = await owner.query(
    `select count(*) filter (where n = 1)::int as once, count(*) filter (where n > 1)::int as twice from (
       select count(*) as n from commerce.payments p
       join commerce.subscriptions s on s.school_id = p.school_id and s.id = p.subscription_id
       where p.school_id = $1 and s.price_id = $2 and p.status = 'succeeded' group by s.id) of`,
    [up.ready.school_id, priceId],
  )
  return rows[0]
}

/** Makes so many subscriptions of one price, whose id it returns, whose period ends now, each with its person and card; their tasks wait. */
async function fill(system: System, count: number): Promise<string> {
  const { owner, up, post } = system
  const school = up.ready.school_id
  const provider = await post('/v1/payment-providers', { kind: 'test', name: 'Sandbox' })
  const offer = await post('/v1/offers', { name: 'Club', amount: 4900, currency: 'EUR' })
  const interval = { unit: 'month', count: 1 }
  const price = await post(`/v1/offers/${offer.id}/prices`, {
    name: 'Monthly',
    amount: 4900,
    currency: 'EUR',
    interval,
  })
  const vault = new Vault(new Vault(up.installation.secretKeys).ringOf('commerce'))
  for (let done = 0; done < count; done += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - done) }, () => {
      const id = newId('pmt')
      return {
        person: newId('usr'),
        card: id,
        sealed: sealedReference('visa', { school, id, vault }),
        subscription: newId('sbs'),
      }
    })
    const payload = JSON.stringify(rows)
    const from = `from jsonb_to_recordset($2) r (person text, card text, sealed text, subscription text)`
    const run = (text: string, values: unknown[]) => owner.query(text, values)
    await run(`insert into commerce.people (school_id, id, gone) select $1, r.person, false ${from}`, [
      school,
      payload,
    ])
    await run(
      `insert into commerce.payment_methods (school_id, id, user_id, provider_id, brand, last4, expires, sealed, version,
         created_at, updated_at)
       select $1, r.card, r.person, $3, 'visa', '4242', null, r.sealed, 1, now(), now() ${from}`,
      [school, payload, provider.id],
    )
    await run(
      `insert into commerce.subscriptions (school_id, id, user_id, offer_id, price_id, quantity, status, amount, currency,
         "interval", time_zone, period, period_starts_at, period_ends_at, next_charge_at, attempts, payment_method,
         credit_amount, cancels_at_period_end, version, created_at, updated_at, anchor_at, anchor_period, period_value, test)
       select $1, r.subscription, r.person, $3, $4, 1, 'active', 4900, 'EUR', $5, 'Europe/Berlin', 1,
         now() - interval '1 month', now() - interval '7 hours', now(), 0,
         jsonb_build_object('id', r.card, 'brand', 'visa', 'last4', '4242', 'expires', null),
         0, false, 1, now(), now(), now() - interval '1 month', 0, 4900, true ${from}`,
      [school, payload, offer.id, price.id, JSON.stringify(interval)],
    )
    await run(
      `insert into commerce.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
       select $1, 'advance-subscription', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), r.subscription,
         jsonb_build_object('subscription_id', r.subscription)::text, 'waiting', now() + interval '1 day', repeat('0', 32),
         now() ${from}`,
      [school, payload],
    )
  }
  await owner.query('analyze')
  return price.id
}
