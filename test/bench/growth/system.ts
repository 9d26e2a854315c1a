// A system under `lms up` whose Postgres the bench uses as the owner, to fill tables by SQL.
import { ownerUrl, startUp, type Up } from '@lms/testing'
import pg from 'pg'
import { Pool } from 'undici'
import { liftLimits } from '../running.ts'

export interface System {
  up: Up
  owner: pg.Client
  /** Requests JSON from the demo school's API; throws unless it succeeds. */
  get(path: string): Promise<any>
  post(path: string, body: object): Promise<any>
  stop(): Promise<void>
}

/** Starts it, with further variables of the environment. */
export async function openSystem(env: Record<string, string> = {}): Promise<System> {
  const up = await startUp({ processes: true, env })
  const owner = await ownerOf(up).catch(async error => {
    await up.stop()
    throw error
  })
  // What is generated here needs not survive anything.
  for (const setting of ['synchronous_commit = off', "maintenance_work_mem = '1GB'", "work_mem = '256MB'"])
    await owner.query(`set ${setting}`)
  const base = new URL(up.ready.base_url)
  const pool = new Pool(base.origin.replace('localhost', '127.0.0.1'), { connections: 4 })
  const headers = { authorization: `Bearer ${up.ready.api_key}`, host: base.host }
  const ask = async (method: 'GET' | 'POST', path: string, body: object | null = null) => {
    const response = await pool.request({
      method,
      path: `${base.pathname}${path}`,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body && JSON.stringify(body),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${response.statusCode}: ${text}`)
    return JSON.parse(text)
  }
  return {
    up,
    owner,
    get: path => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    stop: async () => {
      await pool.close()
      await owner.end()
      await up.stop()
    },
  }
}

async function ownerOf(up: Up): Promise<pg.Client> {
  await liftLimits(up.ready, up.installation)
  const owner = new pg.Client({ connectionString: ownerUrl(up.folder) })
  await owner.connect()
  return owner
}

/**
 * Fills a table without its indexes and creates them again: inserting millions of rows into eight trees one by one
 * takes many times as long. Unique constraints stay.
 */
export async function withoutIndexes(
  owner: pg.Client,
  tables: readonly string[],
  fill: () => Promise<unknown>,
) {
  const { rows } = await owner.query(
    `select format('%I.%I', schemaname, indexname) as name, indexdef from pg_indexes
     where format('%s.%s', schemaname, tablename) = any($1) and indexdef not like '% UNIQUE %'
       and not exists (select from pg_inherits where inhrelid = format('%I.%I', schemaname, indexname)::regclass)`,
    [tables],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await fill()
  for (const { indexdef } of rows) await owner.query(indexdef.replace(' ON ONLY ', ' ON '))
  await owner.query(`analyze ${tables.join(', ')}`)
}

/** The names of a table's columns. */
export async function columnsOf(owner: pg.Client, table: string): Promise<string[]> {
  const { rows } = await owner.query(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/**
 * Inserts copies of the row that `condition` selects, numbered `n` from `from` to `to`; `own` has SQL for columns that
 * differ, in which `n` is the number and `t` the row.
 */
export async function copyRow(
  owner: pg.Client,
  table: string,
  condition: { sql: string; values: unknown[] },
  [from, to]: [number, number],
  own: Readonly<Record<string, string>>,
) {
  const names = await columnsOf(owner, table)
  const values = names.map(name => own[name] ?? `t."${name}"`)
  await owner.query(
    `insert into ${table} (${names.map(name => `"${name}"`).join(', ')})
     select ${values.join(', ')}
     from (select * from ${table} where ${condition.sql} limit 1) t, generate_series(${from}, ${to}) n`,
    condition.values,
  )
}
