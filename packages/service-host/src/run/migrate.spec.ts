// A migration that meets a lock waits a moment, and comes again: requests on the table do not stand behind it.
import { asOwner, databaseUrl, eventually, startServers } from '@lms/testing'
import pg from 'pg'
import { migration } from '../database/migration.ts'
import { Vault } from '../kernel/vault.ts'
import type { Service } from '../service.ts'
import { shelvesService } from '../spec/shelves.ts'
import { newInstallation } from './installation.ts'
import { migrate } from './migrate.ts'

let servers: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  servers = await startServers({ services: [] })
})
afterAll(() => servers.stop())

const vault = new Vault(newInstallation([]).secretKeys)
const withMigrations = (...texts: string[]): Service => ({
  ...shelvesService,
  entities: [],
  migrations: async () => texts.map((sql, index) => migration(`00${index}`, sql)),
})

test('readers pass while a migration waits for who holds the table, and then it is done', async () => {
  await asOwner(servers.postgres.url, owner => owner.query('create database waiting'))
  const url = databaseUrl(servers.postgres.url, 'waiting')
  const first = 'create table "shelves"."boxes" (n int)'
  await migrate(withMigrations(first), url, vault)

  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  let isDone = false
  try {
    await holder.query('begin; select from shelves.boxes')
    const migrating = migrate(withMigrations(first, 'alter table "shelves"."boxes" add m int'), url, vault)
    const done = migrating.then(() => {
      isDone = true
    })
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table%'`
    const isWaiting = () => asOwner(url, async owner => ((await owner.query(waits)).rowCount ?? 0) > 0)
    // It waits, gives up, and waits again.
    await eventually('the migration to wait', isWaiting)
    await asOwner(url, owner => owner.query('select n from shelves.boxes'))
    await eventually('it to wait again', isWaiting)
    expect(isDone).toBe(false)
    await holder.query('commit')
    await done
  } finally {
    await holder.end()
  }
  await asOwner(url, owner => owner.query('select m from shelves.boxes'))
})
