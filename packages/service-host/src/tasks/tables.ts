// The table of tasks, one in every service. The states of a row:
//   ready    due, so that a runner may take it;
//   waiting  due later: at a requested time, or after the pause that follows a failure;
//   running  taken under a lease until `due_at`; after that its worker counts as dead, and the task is ready again;
//   failed   for good, until it is retried manually or deleted.
// Completed tasks are deleted. The index that runners walk contains only ready tasks, so waiting ones cost nothing.
import { StatementError } from '../database/batch.ts'

/** SQLSTATE of `settle_tasks`: another worker has the task by now, or it was canceled. */
const leaseLost = 'LM010'
export const isLeaseLost = (error: unknown) =>
  error instanceof LeaseLost || (error instanceof StatementError && error.sqlState === leaseLost)
export class LeaseLost extends Error {}

/** SQL of the table, and of the function that ends a run; it fails if the run has lost its lease. */
export const tasksSql = (schema: string) => `
create table "${schema}".tasks (
  school_id text collate "C" not null,
  queue text collate "C" not null,
  id text collate "C" not null,
  key text collate "C",
  payload text not null,
  state text,
  status text collate "C" not null check (status in ('ready', 'waiting', 'running', 'failed')),
  due_at timestamptz(3) not null,
  lease text collate "C",
  steps int not null default 0,
  failures int not null default 0,
  error text,
  failed_at timestamptz(3),
  request_id text collate "C" not null,
  client_request_id text,
  cause_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (school_id, queue, id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index tasks_ready on "${schema}".tasks (queue, school_id, due_at) where status = 'ready';
create index tasks_later on "${schema}".tasks (due_at) where status in ('waiting', 'running');
create unique index tasks_key on "${schema}".tasks (school_id, queue, key) where status in ('ready', 'waiting');
create unique index tasks_running on "${schema}".tasks (school_id, queue, key) where status = 'running' and key is not null;
create index tasks_failed on "${schema}".tasks (failed_at) where status = 'failed';
create index tasks_failed_of on "${schema}".tasks (school_id, queue, failed_at) where status = 'failed';

create table "${schema}".task_schedules (
  name text collate "C" primary key,
  next_at timestamptz(3) not null
);

create function "${schema}".settle_tasks(school text, the_queue text, ids text[], the_lease text, new_status text,
  new_state text, due timestamptz, the_error text, at timestamptz)
returns void language plpgsql as $$
declare
  held int;
  kept int := 0;
begin
  -- Of tasks with one key one waits: the newer one has what there is to do.
  delete from "${schema}".tasks t
  where t.school_id = school and t.queue = the_queue and t.id = any(ids) and t.lease = the_lease
    and (new_status = 'done' or new_status in ('ready', 'waiting') and t.key is not null and exists (
      select from "${schema}".tasks o where o.school_id = school and o.queue = the_queue and o.key = t.key
        and o.status in ('ready', 'waiting')));
  get diagnostics held = row_count;
  if held < cardinality(ids) then
    update "${schema}".tasks t set status = new_status, lease = null, due_at = due, state = coalesce(new_state, t.state),
      steps = t.steps + case when the_error is null then 1 else 0 end,
      failures = case when the_error is null then 0 else t.failures + 1 end,
      error = the_error, failed_at = case when new_status = 'failed' then at end
    where t.school_id = school and t.queue = the_queue and t.id = any(ids) and t.lease = the_lease;
    get diagnostics kept = row_count;
  end if;
  if held + kept <> cardinality(ids) then
    raise exception 'the task was canceled, or another worker has it' using errcode = '${leaseLost}';
  end if;
end $$;`

/** An index of waiting tasks by queue and school: which are due, and how many wait. */
export const tasksBySchoolSql = (schema: string) =>
  `create index tasks_later_of on "${schema}".tasks (queue, school_id, due_at) where status in ('waiting', 'running');`

/** The function that ends a run. A task that it returns keeps the usual columns and these. */
const settleSql = (schema: string, columns = '') => `
create or replace function "${schema}".settle_tasks(school text, the_queue text, ids text[], the_lease text,
  new_status text, new_state text, due timestamptz, the_error text, at timestamptz)
returns void language plpgsql as $$
declare
  settled int;
begin
  if new_status = 'done' then
    delete from "${schema}".tasks t
    where t.school_id = school and t.queue = the_queue and t.id = any(ids) and t.lease = the_lease;
    get diagnostics settled = row_count;
  elsif new_status = 'failed' then
    update "${schema}".tasks t set status = 'failed', lease = null, due_at = due, state = coalesce(new_state, t.state),
      failures = t.failures + 1, error = the_error, failed_at = at
    where t.school_id = school and t.queue = the_queue and t.id = any(ids) and t.lease = the_lease;
    get diagnostics settled = row_count;
  else
    with ended as (
      delete from "${schema}".tasks t
      where t.school_id = school and t.queue = the_queue and t.id = any(ids) and t.lease = the_lease returning t.*),
    again as (
      insert into "${schema}".tasks (school_id, queue, id, key, payload, state, status, due_at, steps, failures, error,
        request_id, client_request_id, cause_id, created_at${columns})
      select school_id, queue, id, key, payload, coalesce(new_state, e.state), new_status, due,
        e.steps + case when the_error is null then 1 else 0 end,
        case when the_error is null then 0 else e.failures + 1 end, the_error,
        request_id, client_request_id, cause_id, created_at${columns} from ended e
      on conflict (school_id, queue, key) where status in ('ready', 'waiting') do nothing)
    select count(*) into settled from ended;
  end if;
  if settled <> cardinality(ids) then
    raise exception 'the task was canceled, or another worker has it' using errcode = '${leaseLost}';
  end if;
end $$;`

/**
 * SQL of the functions that return a task with a key to the waiting ones, while a request may be enqueuing a newer one
 * with that key. They wait for that request's end; if the newer one exists, it stays.
 */
export const tasksInRacesSql = (schema: string) => `
${settleSql(schema)}

create function "${schema}".retry_task(school text, the_queue text, the_id text, at timestamptz)
returns text language plpgsql as $$
begin
  update "${schema}".tasks t set status = 'ready', failures = 0, error = null, failed_at = null, due_at = at
  where t.school_id = school and t.queue = the_queue and t.id = the_id and t.status = 'failed';
  if found then return 'ready'; end if;
  perform from "${schema}".tasks t where t.school_id = school and t.queue = the_queue and t.id = the_id;
  return case when found then 'not_failed' else 'not_found' end;
exception when unique_violation then
  return 'superseded';
end $$;`

/** SQL of the column for the request that waits for the outcome of a task. */
export const awaitedTasksSql = (schema: string) => `
alter table "${schema}".tasks add column awaited_by text;
${settleSql(schema, ', awaited_by')}`

/**
 * SQL that has a session plan the end of a run once, by the primary key. With a plan for each array of ids, planning took
 * 60 % of its time. A plan made for an empty table would otherwise read the whole of a full one.
 */
export const settlePlanSql = (schema: string) => `
alter function "${schema}".settle_tasks set plan_cache_mode = force_generic_plan;
alter function "${schema}".settle_tasks set enable_seqscan = off;`
