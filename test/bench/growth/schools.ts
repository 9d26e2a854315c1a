// Ten thousand schools with a domain and a key each: the gateway's memory for them, and the time of a request among so
// many.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { newId } from '@lms/contract'
import { Pool } from 'undici'
import { quantile } from '../webhooks/rig.ts'
import { printTable } from '../webhooks/table.ts'
import { columnsOf, openSystem, type System } from './system.ts'

const schools = 10_000
const connections = 8

export interface Made {
  school: string
  host: string
  key: string
}

export async function schoolsSection() {
  const system = await openSystem()
  const pool = new Pool(new URL(system.up.ready.base_url).origin.replace('localhost', '127.0.0.1'), {
    connections,
  })
  try {
    const made = await makeSchools(system)
    const one = made.slice(0, 1)
    const row = async (name: string, asked: readonly Made[]) => {
      const times = await askEach(pool, asked)
      return { name, p50: quantile(times, 0.5), p99: quantile(times, 0.99), rss: memoryOf(system) }
    }
    const rows = []
    await askEach(pool, repeat(one, schools))
    rows.push(await row('one school, remembered', repeat(one, schools)))
    rows.push(await row('each school for the first time', made))
    rows.push(await row('each school again', made))
    rows.push(await row('one school among them', repeat(one, schools)))
    printTable(
      `${schools} schools with a domain and a key each, ${connections} connections`,
      ['GET /v1/me', 'p50 ms', 'p99 ms', 'gateway RSS MB'],
      rows.map(({ name, p50, p99, rss }) => [name, p50, p99, rss]),
    )
    return rows
  } finally {
    await pool.close()
    await system.stop()
  }
}

/** The columns in which a school's rows differ from those of the demo school. */
const ownColumns: Record<string, Record<string, string>> = {
  'site.schools': { school_id: 'm.school', id: 'm.school' },
  'site.domains': { school_id: 'm.school', id: 'm.domain', host: 'm.host', primary: 'true' },
  'users.api_keys': { school_id: 'm.school', id: 'm.key', hash: 'm.hash' },
}

const repeat = (items: readonly Made[], count: number) =>
  Array.from({ length: count }, (_, index) => items[index % items.length]!)

/** More schools in the system. */
export async function makeSchools({ owner, up }: System, count = schools): Promise<Made[]> {
  const made = Array.from({ length: count }, (_, index): Made => {
    const body = `lms_integration_${randomBytes(24).toString('hex')}`
    return {
      school: newId('sch'),
      host: `school-${index}.growth.example`,
      key: `${body}_${digest(body).slice(0, 8)}`,
    }
  })
  const arrays = [
    made.map(({ school }) => school),
    made.map(({ host }) => host),
    made.map(() => newId('dom')),
    made.map(() => newId('key')),
    made.map(({ key }) => digest(key)),
    up.ready.school_id,
  ]
  for (const [table, own] of Object.entries(ownColumns)) {
    const names = await columnsOf(owner, table)
    await owner.query(
      `insert into ${table} (${names.map(name => `"${name}"`).join(', ')})
       select ${names.map(name => own[name] ?? `t."${name}"`).join(', ')}
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) m(school, host, domain, key, hash),
         (select * from ${table} where school_id = $6 order by id limit 1) t`,
      arrays,
    )
  }
  await owner.query('vacuum analyze')
  return made
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** How long each answer took, in ms. */
async function askEach(pool: Pool, asked: readonly Made[]): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const ask = async () => {
    while (next < asked.length) {
      const { host, key } = asked[next++]!
      const started = performance.now()
      const response = await pool.request({
        method: 'GET',
        path: '/api/v1/me',
        headers: { host, authorization: `Bearer ${key}` },
      })
      const text = await response.body.text()
      if (response.statusCode !== 200) throw new Error(`${host} answered ${response.statusCode}: ${text}`)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: connections }, ask))
  return times
}

function memoryOf({ up }: System): number {
  const status = readFileSync(`/proc/${up.now().pids.gateway}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}
