// A migration that meets a lock waits a moment, and comes again: requests on the table do not stand behind it.
import { asOwner, databaseUrl, eventually, startServers } from '@lms/testing'
import pg from 'pg'
import { migration } from '../database/migration.ts'
import { onlineMigration } from '../database/online-migration.ts'
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

/** A database with a table of 2,500 rows under row security, and what is still to be done with it. */
async function filledTable(name: string) {
  await asOwner(servers.postgres.url, owner => owner.query(`create database ${name}`))
  const url = databaseUrl(servers.postgres.url, name)
  const first = `create table "shelves"."boxes" (n int, m int);
insert into "shelves"."boxes" select n from generate_series(1, 2500) n;
alter table "shelves"."boxes" enable row level security, force row level security;`
  const upTo = (...texts: string[]): Service => ({
    ...shelvesService,
    migrations: async () =>
      [first, ...texts].map((sql, index) => ({
        ...migration(`00${index}`, sql),
        online: onlineMigration(sql),
      })),
  })
  return { url, upTo, query: (text: string) => asOwner(url, async owner => (await owner.query(text)).rows) }
}

const index = 'create index concurrently if not exists "boxes_n" on "shelves"."boxes" ("n");'

test('an index is built while a transaction writes to its table; an interrupted build is done again', async () => {
  const { url, upTo, query } = await filledTable('indexed')
  await migrate(upTo(), url, vault)
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  try {
    await writer.query('begin; insert into shelves.boxes values (0)')
    const builder = `select pid from pg_stat_activity where query ~ '^(create|drop) index' and wait_event_type = 'Lock'`
    // The first is killed while it waits for the writer.
    const killed = migrate(upTo(index), url, vault).catch(error => error)
    await eventually('the build to wait', async () => (await query(builder)).length > 0)
    const [{ pid }] = (await query(builder)) as [{ pid: number }]
    await query(`select pg_terminate_backend(${pid})`)
    expect(await killed).toBeInstanceOf(Error)
    const valid = () =>
      query(`select indisvalid from pg_index where indexrelid = to_regclass('shelves.boxes_n')`)
    expect(await valid()).toEqual([{ indisvalid: false }])

    const migrating = migrate(upTo(index), url, vault)
    // A second replica waits for the first without a statement that the build would wait for.
    const other = migrate(upTo(index), url, vault)
    await eventually('it to wait again', async () => (await query(`${builder} and pid <> ${pid}`)).length > 0)
    await asOwner(url, owner => owner.query('insert into shelves.boxes values (1)'))
    await writer.query('commit')
    await Promise.all([migrating, other])
    expect(await valid()).toEqual([{ indisvalid: true }])
  } finally {
    await writer.end()
  }
})

test('rows are changed in batches, each in a transaction, and again after an interruption', async () => {
  const { url, upTo, query } = await filledTable('batches')
  // The 2,000th row refuses, once.
  await migrate(upTo('alter table "shelves"."boxes" add constraint "small" check (m < 2000)'), url, vault)
  const batches = `-- What it is for.
-- in batches of "shelves"."boxes"
update "shelves"."boxes" set m = n where ctid in (
  select ctid from "shelves"."boxes" where m is null order by n limit 500);`
  const texts = ['alter table "shelves"."boxes" add constraint "small" check (m < 2000)', batches]
  await expect(migrate(upTo(...texts), url, vault)).rejects.toThrow('small')
  expect(await query('select count(*)::int as changed from shelves.boxes where m is not null')).toEqual([
    { changed: 1500 },
  ])
  await query('alter table shelves.boxes drop constraint small')
  await migrate(upTo(...texts), url, vault)
  expect(
    await query('select count(*)::int as missing from shelves.boxes where m is distinct from n'),
  ).toEqual([{ missing: 0 }])
  expect(
    await query(`select relforcerowsecurity from pg_class where oid = 'shelves.boxes'::regclass`),
  ).toEqual([{ relforcerowsecurity: true }])
})
