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

export interface SchoolAccess {
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
    const created = await makeSchools(system)
    const one = created.slice(0, 1)
    const row = async (name: string, targets: readonly SchoolAccess[]) => {
      const times = await askEach(pool, targets)
      return { name, p50: quantile(times, 0.5), p99: quantile(times, 0.99), rss: memoryOf(system) }
    }
    const rows = []
    await askEach(pool, repeat(one, schools))
    rows.push(await row('one school, remembered', repeat(one, schools)))
    rows.push(await row('each school for the first time', created))
    rows.push(await row('each school again', created))
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

const repeat = (items: readonly SchoolAccess[], count: number) =>
  Array.from({ length: count }, (_, index) => items[index % items.length]!)

/** More schools in the system. */
export async function makeSchools({ owner, up }: System, count = schools): Promise<SchoolAccess[]> {
  const created = Array.from({ length: count }, (_, index): SchoolAccess => {
    const body = `lms_integration_${randomBytes(24).toString('hex')}`
    return {
      school: newId('sch'),
      host: `school-${index}.growth.example`,
      key: `${body}_${digest(body).slice(0, 8)}`,
    }
  })
  const arrays = [
    created.map(({ school }) => school),
    created.map(({ host }) => host),
    created.map(() => newId('dom')),
    created.map(() => newId('key')),
    created.map(({ key }) => digest(key)),
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
  return created
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** How long each answer took, in ms. */
async function askEach(pool: Pool, targets: readonly SchoolAccess[]): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const ask = async () => {
    while (next < targets.length) {
      const { host, key } = targets[next++]!
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
