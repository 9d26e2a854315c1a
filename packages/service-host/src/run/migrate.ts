// Schema, roles and row-level security of a service. Run by the owner of the database, before the services start.
import { setTimeout as pause } from 'node:timers/promises'
import { MikroORM } from '@mikro-orm/postgresql'
import { leaseSql } from '../database/lease.ts'
import { type MigrationSpec, migration, ownKeys, queueRowSecurity } from '../database/migration.ts'
import { reseal } from '../database/reseal.ts'
import { roleOf, rolePassword, systemRoleOf } from '../database/roles.ts'
import { Vault } from '../kernel/vault.ts'
import type { Service } from '../service.ts'
import {
  awaitedTasksSql,
  settlePlanSql,
  tasksBySchoolSql,
  tasksInRacesSql,
  tasksSql,
} from '../tasks/tables.ts'
import { idempotencySql, storedRefusalsSql } from '../work/idempotency.ts'

/** The tables of every service: outbox, inbox, idempotency keys, leases. */
const hostTables = (schema: string): MigrationSpec =>
  migration(
    '000-house',
    `
create table "${schema}".outbox (
  position bigint generated always as identity primary key,
  id text collate "C" not null,
  school_id text collate "C" not null,
  subject text collate "C" not null,
  payload text not null,
  request_id text collate "C" not null,
  created_at timestamptz(3) not null
);
${queueRowSecurity(schema, 'outbox')}
create table "${schema}".inbox (
  school_id text collate "C" not null,
  consumer text collate "C" not null,
  event_id text collate "C" not null,
  handled_at timestamptz(3) not null,
  primary key (school_id, consumer, event_id)
);
create index on "${schema}".inbox (handled_at);
${queueRowSecurity(schema, 'inbox')}
${idempotencySql(schema)}
${queueRowSecurity(schema, 'idempotency_keys')}
${leaseSql(schema)}
grant select, insert, update, delete on "${schema}".leases to ${systemRoleOf(schema)};
grant usage on all sequences in schema "${schema}" to ${roleOf(schema)}, ${systemRoleOf(schema)};`,
  )

/** Set-aside messages, which the bus can never accept. */
const setAside = (schema: string): MigrationSpec =>
  migration(
    '000-set-aside',
    `
create table "${schema}".outbox_set_aside (
  school_id text collate "C" not null,
  position bigint not null,
  id text collate "C" not null,
  subject text collate "C" not null,
  payload text not null,
  request_id text collate "C" not null,
  created_at timestamptz(3) not null,
  set_aside_at timestamptz(3) not null,
  primary key (school_id, position)
);
${queueRowSecurity(schema, 'outbox_set_aside')}`,
  )

/** The queue of tasks, and the times of scheduled ones. */
const hostTasks = (schema: string): MigrationSpec =>
  migration(
    '000-tasks',
    `${tasksSql(schema)}
${queueRowSecurity(schema, 'tasks')}
grant select, insert, update on "${schema}".task_schedules to ${systemRoleOf(schema)};`,
  )

/** Requests whose answer waits for a call outside. */
const hostAwaited = (schema: string): MigrationSpec =>
  migration('000-awaited-tasks', `${awaitedTasksSql(schema)}\n${storedRefusalsSql(schema)}`)

/** `refuse` ends the transaction with an error by which the service knows what stood in the way. */
const refuseSql = (schema: string) => `
create function "${schema}".refuse(what text) returns text language plpgsql as $$
begin
  raise exception 'refused: %', what using errcode = 'LM001', constraint = what;
end $$;`

/** Subjects of messages between services end with their publisher's name. Rows of an older version get theirs. */
const hostSubjects = (schema: string): MigrationSpec =>
  migration(
    '000-house-subjects',
    `
alter table "${schema}".outbox no force row level security;
update "${schema}".outbox set subject = subject || '.${schema}' where subject ~ '^internal[.][^.]+[.](audit|invalidate)$';
alter table "${schema}".outbox force row level security;`,
  )

/** What a reaction has emitted, so that who asks whether it has acted learns what follows from that. */
const inboxEmitted = (schema: string): MigrationSpec =>
  migration('000-inbox-emitted', `alter table "${schema}".inbox add column emitted text;`)

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

/** An ORM without open connections, for metadata, migrations and the schema check. */
export function ormOf(service: Service, clientUrl: string, options: object = {}): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl,
    entities: [...service.entities],
    schema: service.contract.service,
    discovery: { warnWhenNoEntities: false, checkDuplicateTableNames: false },
    ...options,
  } as never)
}

/** The migrator's settings. Loaded only here: a running service does not need the migrator, which takes 20 MB. */
async function migrationsOf({ contract, migrations }: Service, vault: Vault) {
  const { Migration, Migrator } = await import('@mikro-orm/migrations')
  const schema = contract.service
  const vaults = { before: vault, after: new Vault(vault.ringOf(schema)) }
  const classOf = ({ sql, reseal: columns = [] }: MigrationSpec) =>
    class extends Migration {
      override async up() {
        if (sql) this.addSql(sql)
        await reseal(schema, columns, vaults, (text, params) => this.execute(text, params))
      }
    }
  const own = [
    hostTables(schema),
    setAside(schema),
    hostSubjects(schema),
    ownKeys('000-own-keys', ['idempotency_keys.answer']),
    hostTasks(schema),
    migration('000-tasks-by-school', tasksBySchoolSql(schema)),
    migration('000-tasks-in-races', tasksInRacesSql(schema)),
    hostAwaited(schema),
    migration('000-tasks-planned-once', settlePlanSql(schema)),
    migration('000-refusals', refuseSql(schema)),
    inboxEmitted(schema),
  ]
  return {
    extensions: [Migrator],
    migrations: {
      tableName: 'migrations',
      schema,
      migrationsList: [...own, ...(await migrations())].map(spec => ({
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

/**
 * Migrates a service's schema to the newest version. Replicas may call it at once: one works, the others wait. `vault`
 * has the installation's own keys.
 */
export async function migrate(service: Service, ownerUrl: string, vault: Vault): Promise<void> {
  const schema = service.contract.service
  const orm = await ormOf(service, ownerUrl, {
    pool: { min: 0, max: 3 },
    driverOptions: { options: `-c lock_timeout=${lockMs}` },
    ...(await migrationsOf(service, vault)),
  })
  try {
    const pool = await orm.em.getConnection().getNativeClient()
    const client = await pool.connect()
    try {
      // One at a time over all services: they share roles and the catalogue. For this lock it waits as long as it takes.
      await client.query('set lock_timeout = 0')
      await client.query(`select pg_advisory_lock(7239001)`)
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
