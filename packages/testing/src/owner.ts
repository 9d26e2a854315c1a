// Access to Postgres as the owner.
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

/** The owner's address of the Postgres of a running system, from its folder. */
export function ownerUrl(folder: string): string {
  const read = (...names: string[]) => readFileSync(join(folder, 'postgres', ...names), 'utf8').trim()
  const port = read('cluster', 'postmaster.pid').split('\n')[3]
  return `postgres://postgres:${read('superuser-password')}@127.0.0.1:${port}/postgres`
}
