// The first text of a migration, made from declarations on a real Postgres.
import { oneOf, text } from '@lms/contract'
import { asOwner, databaseUrl, startServers } from '@lms/testing'
import { column } from '../database/columns.ts'
import { migration } from '../database/migration.ts'
import { Vault } from '../kernel/vault.ts'
import type { Service } from '../service.ts'
import { boxTable, Shelf, shelfTable, shelves, shelvesService } from '../spec/shelves.ts'
import { type ObjectTable, objectTable } from '../work/object-table.ts'
import { newInstallation } from './installation.ts'
import { migrate } from './migrate.ts'
import { schemaChanges } from './schema-changes.ts'

let servers: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  servers = await startServers({ services: [] })
})
afterAll(() => servers.stop())

let count = 0
/** A database of its own, and its difference from the declarations after these migrations. */
async function database() {
  const name = `changes_${count++}`
  const url = databaseUrl(servers.postgres.url, name)
  await asOwner(servers.postgres.url, client => client.query(`create database ${name}`))
  const vault = new Vault(newInstallation([]).secretKeys)
  const changes = async (tables: readonly ObjectTable<unknown>[], migrations: readonly string[]) => {
    const service: Service = {
      ...shelvesService,
      entities: tables.map(({ entity }) => entity),
      migrations: async () => migrations.map((sql, index) => migration(`00${index}`, sql)),
    }
    await migrate(service, url, vault)
    return schemaChanges(service, url)
  }
  return { url, changes }
}

const first = [shelfTable, boxTable]

test('new tables have their columns, checks, indexes and row-level security, and then there is no difference', async () => {
  const { changes } = await database()
  const sql = await changes(first, [])
  expect(sql).toContain(`
create table "shelves"."shelves" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "code" text not null,
  "label" text,`)
  expect(sql).toContain(`check ("colour" in ('red', 'blue'))`)
  expect(sql).toContain('alter table "shelves"."boxes" enable row level security, force row level security;')
  expect(sql).toContain('create policy wall on "shelves"."boxes"')
  expect(await changes(first, [sql])).toBe('')
})

test('for existing tables only additions are written: columns, indexes, states', async () => {
  const { url, changes } = await database()
  const sql = await changes(first, [])
  await changes(first, [sql])
  // Additions of a migration stay.
  const byHand = `create index on shelves.shelves (school_id) where label is null;
    alter table shelves.boxes add check (name <> 'x'), alter name set default 'Box';`
  await asOwner(url, client => client.query(byHand))
  const wider = Shelf.extend({ colour: oneOf(['red', 'blue', 'green']), note: text(100).nullable() })
  const next = objectTable('shelves.shelves', wider, {
    hidden: { code_key: column.key() },
    computed: ['boxes_count'],
    list: shelves.list,
    indexes: [['label']],
  })
  const added = await changes([next, boxTable], [sql])
  expect(added).toContain('add "note" text')
  expect(added).toContain(`check ("colour" in ('red', 'blue', 'green'))`)
  expect(added).toContain('("school_id", "label")')
  expect(added).not.toMatch(/drop (?:index|column|default)|boxes|row level security/)
  expect(added.match(/drop constraint/g)).toHaveLength(1)
})
