// `lms migrate --plan` prints what a database lacks, how it would run, and the locks; it changes nothing.
import { migrate, newInstallation, onlineMigration, Vault } from '@lms/service-host'
import { asOwner, databaseUrl, startServers } from '@lms/testing'
import { plannedMigrations, planText } from './plan.ts'

let servers: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  servers = await startServers({ services: [] })
})
afterAll(() => servers.stop())

const shop = (...texts: string[]) => ({
  name: 'shop',
  contract: { service: 'shop' },
  migrations: async () =>
    texts.map((sql, index) => ({ name: `00${index + 1}`, sql, online: onlineMigration(sql) })),
})
const first = 'create table "shop"."orders" (id text)'
const index = 'create index concurrently if not exists "orders_id" on "shop"."orders" (id);'
const column = `-- needs a stop: the last release cannot write it
alter table "shop"."orders" add column "note" text;
grant select on "shop"."orders" to public`

test('the plan is what a database lacks', async () => {
  await asOwner(servers.postgres.url, owner => owner.query('create database planned'))
  const url = databaseUrl(servers.postgres.url, 'planned')
  const empty = await plannedMigrations(shop(first), url)
  expect(empty.map(({ name }) => name)).toEqual(expect.arrayContaining(['000-house', '001']))

  await migrate(shop(first), url, new Vault(newInstallation([]).secretKeys))
  expect(planText(await plannedMigrations(shop(first), url))).toBe('All schemas are up to date.')
  await asOwner(url, owner =>
    owner.query('insert into shop.orders select n from generate_series(1, 70) n; analyze shop.orders'),
  )

  const plan = await plannedMigrations(shop(first, index, column), url)
  expect(planText(plan)).toBe(`shop 002: beside working processes
    create index concurrently if not exists "orders_id" on "shop"."orders" (id)
      SHARE UPDATE EXCLUSIVE on shop.orders (70 rows)

shop 003: in a transaction; stop all processes before: the last release cannot write it
    alter table "shop"."orders" add column "note" text
      ACCESS EXCLUSIVE on shop.orders (70 rows)
    grant select on "shop"."orders" to public`)
  expect(await plannedMigrations(shop(first, index, column), url)).toEqual(plan)
})
