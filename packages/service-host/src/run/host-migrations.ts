// The tables that every service has: outbox, inbox, idempotency keys, leases, tasks.

import { schoolErased } from '../database/database.ts'
import { leaseSql } from '../database/lease.ts'
import { type MigrationSpec, migration, ownKeys, queueRowSecurity } from '../database/migration.ts'
import { roleOf, systemRoleOf } from '../database/roles.ts'
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

/**
 * Schools that were erased, for ever: an id never comes back. Each transaction that may write enters its school by `enter`, so
 * that no late event, task or request changes anything in them. `school_erased` is read by the host.
 */
const erasedSchools = (schema: string): MigrationSpec =>
  migration(
    '000-school-erasure',
    `
create table "${schema}".erased_schools (
  school_id text collate "C" primary key,
  erased_at timestamptz(3) not null
);
${queueRowSecurity(schema, 'erased_schools')}
create function "${schema}".enter(school text) returns void language plpgsql as $$
begin
  perform set_config('app.school_id', school, true);
  if exists (select from "${schema}".erased_schools e where e.school_id = school) then
    raise exception 'the school was erased' using errcode = 'LM001', constraint = '${schoolErased}';
  end if;
end $$;`,
  )

/** The migrations of every service, before its own. */
export const hostMigrations = (schema: string): readonly MigrationSpec[] => [
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
  erasedSchools(schema),
]
