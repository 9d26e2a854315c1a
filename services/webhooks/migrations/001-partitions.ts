import { migration, systemRoleOf } from '@lms/service-host'

// An id is a TypeID: its first ten characters after the prefix are the milliseconds of its making, so a range of
// time is a range of ids. Only the owner of the schema makes and drops tables; the workers ask by these functions.
export const partitions = migration(
  '001-partitions',
  `
create table webhooks.partitioned (
  parent text collate "C" primary key,
  prefix text collate "C" not null,
  width text collate "C" not null check (width in ('week', 'month')),
  fill_factor int not null
);
insert into webhooks.partitioned values
  ('events', 'evt', 'month', 100),
  ('deliveries', 'dlv', 'week', 75),
  ('attempts', 'dat', 'week', 100);

-- The lowest id of a kind made at a moment.
create function webhooks.id_at(prefix text, moment timestamptz) returns text language plpgsql immutable as $$
declare
  rest bigint := floor(extract(epoch from moment) * 1000);
  digits text := '';
begin
  for place in 1..10 loop
    digits := substr('0123456789abcdefghjkmnpqrstvwxyz', (rest & 31)::int + 1, 1) || digits;
    rest := rest >> 5;
  end loop;
  return prefix || '_' || digits;
end $$;

-- Makes the partitions for ids of [since, till) that are not there yet, and says how many. A new table is attached
-- when it is whole: that locks out no reader and no writer, as "partition of" would.
create function webhooks.make_partitions(of_table text, since timestamptz, till timestamptz) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '3s' as $$
declare
  kind webhooks.partitioned;
  first timestamptz;
  after timestamptz;
  part text;
  made int := 0;
begin
  select * into strict kind from webhooks.partitioned p where p.parent = of_table;
  perform pg_advisory_xact_lock(hashtextextended('webhooks partitions', 0));
  first := date_trunc(kind.width, since);
  while first < till loop
    after := first + ('1 ' || kind.width)::interval;
    part := kind.parent || '_' || to_char(first, 'YYYYMMDD');
    if to_regclass(format('webhooks.%I', part)) is null then
      execute format('create table webhooks.%I (like webhooks.%I including all) with (fillfactor = %s)',
        part, kind.parent, kind.fill_factor);
      execute format('alter table webhooks.%I enable row level security, force row level security', part);
      execute format('alter table webhooks.%I attach partition webhooks.%I for values from (%L) to (%L)',
        kind.parent, part, webhooks.id_at(kind.prefix, first), webhooks.id_at(kind.prefix, after));
      made := made + 1;
    end if;
    first := after;
  end loop;
  return made;
end $$;

-- Drops the partitions that hold only ids from before a moment, and says how many.
create function webhooks.drop_partitions(of_table text, before timestamptz) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '3s' as $$
declare
  kind webhooks.partitioned;
  part text;
  dropped int := 0;
begin
  select * into strict kind from webhooks.partitioned p where p.parent = of_table;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('webhooks.%I', kind.parent)::regclass
    order by c.relname
  loop
    if to_timestamp(right(part, 8), 'YYYYMMDD') + ('1 ' || kind.width)::interval <= before then
      execute format('drop table webhooks.%I', part);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

revoke all on function webhooks.make_partitions, webhooks.drop_partitions from public;
grant execute on function webhooks.make_partitions, webhooks.drop_partitions to ${systemRoleOf('webhooks')};
`,
)
