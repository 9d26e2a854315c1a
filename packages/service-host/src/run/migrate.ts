// Schema, roles and row-level security of a service. Run by the owner of the database, before the services start.
import { setTimeout as pause } from 'node:timers/promises'
import { MikroORM, type PostgreSqlConnection } from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import type { MigrationSpec } from '../database/migration.ts'
import { runOnline } from '../database/online-migration.ts'
import { reseal } from '../database/reseal.ts'
import { roleOf, rolePassword, systemRoleOf } from '../database/roles.ts'
import { Vault } from '../kernel/vault.ts'
import type { Service } from '../service.ts'
import { hostMigrations } from './host-migrations.ts'

const rolesSql = (schema: string, password: (role: string) => string) =>
  [roleOf(schema), systemRoleOf(schema)]
    .map(
      role => `
do $$ begin
  if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if;
exception when duplicate_object or unique_violation then null;
end $$;
alter role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole password '${password(role)}';
alter role ${role} set statement_timeout = '15s';
alter role ${role} set lock_timeout = '5s';
alter role ${role} set idle_in_transaction_session_timeout = '20s';
alter role ${role} set timezone = 'UTC';
-- Solid-state disks: the default of 4 would take whole tables in place of an index.
alter role ${role} set random_page_cost = 1.1;
grant usage on schema "${schema}" to ${role};`,
    )
    .join('\n')

/** An ORM without open connections, for the pool, metadata, migrations and the schema check. */
export function ormOf(
  schema: string,
  entities: Service['entities'],
  clientUrl: string,
  options: object = {},
): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl,
    entities: [...entities],
    schema,
    discovery: { warnWhenNoEntities: false, checkDuplicateTableNames: false },
    ...options,
  } as never)
}

type Migrations = Service['migrations']

/** All migrations of a service in their order: those of every service, then its own. */
export const allMigrations = async (schema: string, own: Migrations): Promise<readonly MigrationSpec[]> => [
  ...hostMigrations(schema),
  ...(await own()),
]

const poolOf = (driver: { getConnection(): unknown }): Promise<Pool> =>
  (driver.getConnection() as PostgreSqlConnection).getNativeClient()

/** The migrator's settings. Loaded only here: a running service does not need the migrator, which takes 20 MB. */
async function migratorOf(schema: string, migrations: Migrations, vault: Vault) {
  const { Migration, Migrator } = await import('@mikro-orm/migrations')
  const vaults = { before: vault, after: new Vault(vault.ringOf(schema)) }
  const classOf = ({ sql, reseal: columns = [], online = null }: MigrationSpec) =>
    class extends Migration {
      override isTransactional() {
        return online === null
      }
      override async up() {
        if (online) return runOnline(await poolOf(this.driver), online)
        if (sql) this.addSql(sql)
        await reseal(schema, columns, vaults, (text, params) => this.execute(text, params))
      }
    }
  const all = await allMigrations(schema, migrations)
  return {
    extensions: [Migrator],
    migrations: {
      // Not as an option of its own: then nothing could run outside a transaction.
      tableName: `${schema}.migrations`,
      // Each in a transaction of its own: its locks end with it, and an index may be built outside of one.
      allOrNothing: false,
      migrationsList: all.map(spec => ({
        name: spec.name,
        class: classOf(spec),
      })),
      snapshot: false,
      silent: true,
    },
  }
}

/** Milliseconds that a migration waits for a lock: whoever comes behind it on that table waits as long. */
const lockMs = 2000
const lockTries = 100
const pauseMs = 1000

/**
 * Migrates, again while somebody holds a table that it changes. It waits only for a moment each time, because all requests on
 * the table stand behind it meanwhile; a try that fails has changed nothing.
 */
async function untilUnlocked(up: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await up()
      return
    } catch (error) {
      if (!isLocked(error) || tries === lockTries) throw error
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }
}

/** SQLSTATE of a lock that did not come in time. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === '55P03' || isLocked(error.cause))

/** What is migrated of a service: nothing else of it has to be loaded. */
export interface Migrated {
  readonly contract: { readonly service: string }
  readonly migrations: Migrations
}

/**
 * Migrates a service's schema to the newest version. Replicas may call it at once: one works, the others wait. `vault`
 * has the installation's own keys.
 */
export async function migrate(
  { contract: { service: schema }, migrations }: Migrated,
  ownerUrl: string,
  vault: Vault,
): Promise<void> {
  const orm = await ormOf(schema, [], ownerUrl, {
    pool: { min: 0, max: 3 },
    driverOptions: { options: `-c lock_timeout=${lockMs}` },
    ...(await migratorOf(schema, migrations, vault)),
  })
  try {
    const pool = await orm.em.getConnection().getNativeClient()
    const client = await pool.connect()
    try {
      await waitForTurn(client)
      await client.query(`create schema if not exists "${schema}"`)
      await client.query(rolesSql(schema, role => rolePassword(vault, role)))
      await untilUnlocked(() => orm.migrator.up())
    } finally {
      await client.query(`select pg_advisory_unlock(7239001)`).catch(() => {})
      client.release()
    }
  } finally {
    await orm.close(true)
  }
}

/**
 * One at a time over all services: they share roles and the catalogue. It asks again and again, because a statement that
 * waited for the lock would hold up the build of an index, which waits for all statements before it.
 */
async function waitForTurn(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(7239001) as taken')
    if (rows[0]!.taken) return
    await pause(100 + Math.random() * 100)
  }
}
