import { migration, queueWall, systemRoleOf } from '@lms/service-host'

// A TypeID begins with its moment: 48 bits of milliseconds are exactly its first ten characters. So a month of
// records is a range of ids, and the key that the API shows is also the one that places the row.
export const auditLog = migration(
  '001-audit-log',
  `
create table service.audit_log (
  school_id text collate "C" not null,
  id text collate "C" not null,
  service text collate "C" not null,
  operation text collate "C" not null,
  object_id text collate "C",
  key_id text collate "C",
  actor_user_id text collate "C",
  role text collate "C",
  status int not null,
  request_id text collate "C" not null,
  client_request_id text collate "C",
  event_ids jsonb not null,
  duration_ms int not null,
  created_at timestamptz(3) not null,
  primary key (school_id, id)
) partition by range (id);
create index on service.audit_log (school_id, created_at, id);
create index on service.audit_log (school_id, object_id, created_at, id);
create index on service.audit_log (school_id, actor_user_id, created_at, id);
create index on service.audit_log (school_id, key_id, created_at);
create index on service.audit_log (school_id, operation, created_at);
create index on service.audit_log (id);
create index on service.audit_log (request_id);
create index on service.audit_log (client_request_id) where client_request_id is not null;
${queueWall('service', 'audit_log')}
create table service.audit_log_other partition of service.audit_log default;

create function service.first_audit_id(moment timestamptz) returns text language sql stable
  set search_path = pg_catalog as $$
  select 'aud_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((ms >> (5 * place)) & 31)::int, 1), '' order by place desc)
  from (select floor(extract(epoch from moment) * 1000)::bigint as ms) t, generate_series(0, 9) as place
$$;

-- The service owns no table, so it makes partitions through this function, which runs as the owner.
create function service.make_audit_partitions(until timestamptz) returns int language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  month timestamptz := date_trunc('month', now());
  name text;
  low text;
  high text;
  made int := 0;
begin
  perform pg_advisory_xact_lock(7239002);
  while month <= until loop
    name := 'audit_log_' || to_char(month, 'YYYY_MM');
    if to_regclass('service.' || name) is null then
      low := service.first_audit_id(month);
      high := service.first_audit_id(month + interval '1 month');
      execute format('create table service.%I (like service.audit_log including all)', name);
      execute format('with moved as (delete from service.audit_log_other where id >= %L and id < %L returning *)
        insert into service.%I select * from moved', low, high, name);
      execute format('alter table service.audit_log attach partition service.%I for values from (%L) to (%L)',
        name, low, high);
      made := made + 1;
    end if;
    month := month + interval '1 month';
  end loop;
  return made;
end $$;
revoke all on function service.make_audit_partitions(timestamptz) from public;
grant execute on function service.make_audit_partitions(timestamptz) to ${systemRoleOf('service')};
select service.make_audit_partitions(now() + interval '3 months');
`,
)
