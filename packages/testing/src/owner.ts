// Speaking to Postgres as the one to whom everything belongs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Runs SQL as the owner of the server. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}

/** The address of the Postgres that a running system keeps in its folder, as the one to whom everything belongs. */
export function ownerUrl(folder: string): string {
  const read = (...names: string[]) => readFileSync(join(folder, 'postgres', ...names), 'utf8').trim()
  const port = read('cluster', 'postmaster.pid').split('\n')[3]
  return `postgres://postgres:${read('superuser-password')}@127.0.0.1:${port}/postgres`
}
