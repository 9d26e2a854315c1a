// Which statements cannot run beside the processes of the last release.
import { problemsOf, type Release } from './rolling.ts'

const release: Release = {
  version: '1.0.0',
  migrations: { shop: ['000-house', '001-first'] },
  columns: { shop: { orders: ['id', 'status'], carts: ['id'] } },
}
const messagesOf = async (...texts: string[]) => {
  const migrations = texts.map((sql, index) => ({ name: `00${index + 2}`, sql }))
  const house = { name: '000-house', sql: 'create table shop.outbox (id text)' }
  return (await problemsOf('shop', [house, ...migrations], release)).map(({ message }) => message)
}

test.each([
  [
    'a new table with its index',
    'create table "shop"."gifts" (id text primary key); create index on shop.gifts (id)',
  ],
  ['a column that may be null', 'alter table shop.orders add column note text'],
  [
    'a column with a constant',
    `alter table shop.orders add column note text collate "C" not null default ''`,
  ],
  [
    'a column with a constant of a type',
    `alter table shop.orders add column tags jsonb not null default '[]'::jsonb`,
  ],
  ['a column that nobody reads any more', 'alter table shop.orders drop column old_note'],
  ['an index beside all', 'create index concurrently if not exists "orders_status" on shop.orders (status)'],
  ['an index less, beside all', 'drop index concurrently if exists shop.orders_status'],
  ['an index anew, beside all', 'reindex index concurrently shop.orders_status'],
  ['a default', `alter table shop.orders alter column status set default 'new'`],
  ['a check of what comes', 'alter table shop.orders add constraint orders_check check (id > 0) not valid'],
  ['its validation', 'alter table shop.orders validate constraint orders_check'],
  ['a wider check', 'alter table shop.orders drop constraint orders_status_check'],
  ['a key by an index', 'alter table shop.orders add constraint k unique using index orders_k'],
  ['a few rows', `insert into shop.orders (id) values ('a'), ('b')`],
  [
    'rows in batches',
    '-- in batches of "shop"."orders"\nupdate shop.orders set status = 1 where ctid in (select ctid from shop.orders where status is null limit 500)',
  ],
  [
    'rows of a new table',
    'create table shop.gifts (id text); insert into shop.gifts select id from shop.orders',
  ],
  ['rights', 'grant select on shop.orders to reader'],
  [
    'anything with a stop',
    '-- needs a stop: the key of orders changes\nalter table shop.orders rename column id to number',
  ],
])('%s is taken', async (_, sql) => expect(await messagesOf(sql)).toEqual([]))

test.each([
  ['a table', 'drop table shop.carts', 'still reads shop.carts'],
  ['a column', 'alter table shop.orders drop column status', 'still reads shop.orders.status'],
  ['a column of a table of all services', 'alter table shop.outbox drop column subject', 'still reads'],
  ['a name', 'alter table shop.orders rename column status to state', 'add a new one, write both'],
  ['the name of a table', 'alter table shop.orders rename to sales', 'add a new one, write both'],
  ['a type', 'alter table shop.orders alter column status type bigint', 'rewrites shop.orders'],
  [
    'a column that the last release must write',
    'alter table shop.orders add column n int not null',
    'give it a default',
  ],
  [
    'a computed default',
    'alter table shop.orders add column n uuid default gen_random_uuid()',
    'rewrites the table',
  ],
  [
    'a computed column',
    'alter table shop.orders add n int generated always as (1 + 1) stored',
    'rewrites the table',
  ],
  ['a check of all rows', 'alter table shop.orders add n int default 1 check (n > 0)', 'not valid'],
  ['not null', 'alter table shop.orders alter column status set not null', 'is not null) not valid'],
  ['a constraint of all rows', 'alter table shop.orders add constraint c check (status > 0)', 'not valid'],
  [
    'a reference of all rows',
    'alter table shop.orders add foreign key (id) references shop.carts (id)',
    'not valid',
  ],
  ['a unique constraint', 'alter table shop.orders add unique (id)', 'using index'],
  ['a key', 'alter table shop.orders drop constraint orders_pkey', 'may still rely on orders_pkey'],
  ['an index', 'create index on shop.orders (status)', 'concurrently'],
  ['an index that cannot run twice', 'create index concurrently i on shop.orders (id)', 'if not exists'],
  ['an index less', 'drop index shop.orders_status', 'concurrently'],
  ['all rows', 'update shop.orders set status = 1', 'in batches of "shop"."orders"'],
  ['all rows of a query', 'with x as (delete from shop.orders returning 1) select from x', 'in batches'],
  ['rows that are selected', 'insert into shop.orders select id from shop.carts', 'in batches'],
  [
    'a batch without an end',
    '-- in batches of "shop"."orders"\nupdate shop.orders set status = 1',
    'has a limit',
  ],
  ['open rows', 'alter table shop.orders disable row level security', 'in batches'],
  ['code', 'do $$ begin end $$', 'cannot be read'],
  ['a function', 'drop function shop.f(int)', 'may still call it'],
  ['a default', 'alter table shop.orders alter column status drop default', 'does not write'],
  ['a table to another schema', 'alter table shop.orders set schema old', 'add a new one, write both'],
  ['a schema', 'drop schema shop cascade', 'still reads shop'],
  ['a table of all services', 'drop table shop.outbox', 'still reads shop.outbox'],
  ['a view', 'drop view shop.sales', 'may still rely on shop.sales'],
  ['a policy', 'drop policy wall on shop.orders', 'may still rely on wall'],
  ['a trigger', 'drop trigger t on shop.orders', 'may still rely on t'],
  ['rights less', 'revoke update on shop.orders from lms_shop', 'may still need this right'],
  [
    'a new expression',
    'alter table shop.orders alter column n set expression as (1)',
    'rewrites shop.orders',
  ],
  ['a log less', 'alter table shop.orders set unlogged', 'rewrites shop.orders'],
  ['walls where there were none', 'alter table shop.orders enable row level security', 'sees no rows'],
  ['an index anew', 'reindex table shop.orders', 'reindex index concurrently'],
  ['a lock', 'lock table shop.orders', 'every statement takes its own'],
  ['a procedure', 'call shop.fill()', 'cannot be read'],
  ['a statement that nobody has thought of', 'security label on table shop.orders is null', 'is not known'],
  [
    'a table beside an index',
    'create index concurrently if not exists i on shop.orders (id);\nalter table shop.orders add m int',
    'only statements about indexes',
  ],
])('%s is refused', async (_, sql, part) => {
  expect(await messagesOf(sql)).toEqual([expect.stringContaining(part)])
})

test('migrations of the release are not read, and tables since then are nobody else’s', async () => {
  const released = [{ name: '001-first', sql: 'drop table shop.orders' }]
  expect(await problemsOf('shop', released, release)).toEqual([])
  expect(
    await messagesOf('create table shop.gifts (id text)', 'alter table shop.gifts rename to presents'),
  ).toEqual([])
})
