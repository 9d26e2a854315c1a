// Tables partitioned by time; partitions are created ahead, and dropped when old. A TypeID begins with its time (48
// bits of milliseconds are exactly its first ten characters). So a range of time is a range of ids, and the public key
// also determines the partition.
import type { Prefix } from '@lms/contract'
import { StatementError } from './batch.ts'
import type { Database } from './database.ts'
import { systemRoleOf } from './roles.ts'
import { step } from './statements.ts'

export interface PartitionedTable {
  name: string
  /** The prefix of the ids that partition the table. */
  prefix: Prefix
  width: 'week' | 'month'
  /** Percent; below 100 if rows are updated in place. */
  fillFactor?: number
}

/**
 * The functions of a schema that create and drop partitions. Only the owner of a schema creates tables; its workers
 * call these: `make_partitions(of_table, since, till)`, `drop_partitions(of_table, before)`, `id_at(prefix, moment)`.
 */
export const partitionsSql = (schema: string, tables: readonly PartitionedTable[]): string => `
create table "${schema}".partitioned (
  parent text collate "C" primary key,
  prefix text collate "C" not null,
  width text collate "C" not null check (width in ('week', 'month')),
  fill_factor int not null
);
insert into "${schema}".partitioned values
  ${tables.map(({ name, prefix, width, fillFactor = 100 }) => `('${name}', '${prefix}', '${width}', ${fillFactor})`).join(',\n  ')};

-- The lowest id of a kind made at a moment.
create function "${schema}".id_at(prefix text, moment timestamptz) returns text language plpgsql immutable as $$
declare
  rest bigint := floor(extract(epoch from moment) * 1000);
  digits text := '';
begin
  for place in 1..10 loop
    digits := substr('${alphabet}', (rest & 31)::int + 1, 1) || digits;
    rest := rest >> 5;
  end loop;
  return prefix || '_' || digits;
end $$;

-- Makes the partitions for ids of [since, till) that are not there yet, and says how many. A new table is attached
-- when it is whole: that locks out no reader and no writer, as "partition of" would.
create function "${schema}".make_partitions(of_table text, since timestamptz, till timestamptz) returns int
${definer} as $$
declare
  kind "${schema}".partitioned;
  first timestamptz;
  after timestamptz;
  part text;
  made int := 0;
begin
  select * into strict kind from "${schema}".partitioned p where p.parent = of_table;
  perform pg_advisory_xact_lock(hashtextextended('${schema} partitions', 0));
  first := date_trunc(kind.width, since);
  while first < till loop
    after := first + ('1 ' || kind.width)::interval;
    part := kind.parent || '_' || to_char(first, 'YYYYMMDD');
    if to_regclass(format('"${schema}".%I', part)) is null then
      execute format('create table "${schema}".%I (like "${schema}".%I including all) with (fillfactor = %s)',
        part, kind.parent, kind.fill_factor);
      execute format('alter table "${schema}".%I enable row level security, force row level security', part);
      execute format('alter table "${schema}".%I attach partition "${schema}".%I for values from (%L) to (%L)',
        kind.parent, part, "${schema}".id_at(kind.prefix, first), "${schema}".id_at(kind.prefix, after));
      made := made + 1;
    end if;
    first := after;
  end loop;
  return made;
end $$;

-- Drops the partitions that hold only ids from before a moment, and says how many.
create function "${schema}".drop_partitions(of_table text, before timestamptz) returns int
${definer} as $$
declare
  kind "${schema}".partitioned;
  part text;
  dropped int := 0;
begin
  select * into strict kind from "${schema}".partitioned p where p.parent = of_table;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('"${schema}".%I', kind.parent)::regclass
    order by c.relname
  loop
    if to_timestamp(right(part, 8), 'YYYYMMDD') + ('1 ' || kind.width)::interval <= before then
      execute format('drop table "${schema}".%I', part);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

revoke all on function "${schema}".make_partitions, "${schema}".drop_partitions from public;
grant execute on function "${schema}".make_partitions, "${schema}".drop_partitions to ${systemRoleOf(schema)};
`

/** Fixes the search path of the functions of `partitionsSql`; they name everything in full. */
export const partitionsSearchPathSql = (schema: string) => `
alter function "${schema}".make_partitions(text, timestamptz, timestamptz) set search_path = '';
alter function "${schema}".drop_partitions(text, timestamptz) set search_path = '';`

/**
 * A partition that is created late (a clock was far off) is kept for the full time from now on, and not dropped at once
 * because of its old ids. Replaces the functions of `partitionsSql`.
 */
export const latePartitionsSql = (schema: string) => `
create table "${schema}".late_partitions (
  name text collate "C" primary key,
  made_at timestamptz(3) not null
);

create or replace function "${schema}".make_partitions(of_table text, since timestamptz, till timestamptz) returns int
${closedDefiner} as $$
declare
  kind "${schema}".partitioned;
  first timestamptz;
  after timestamptz;
  part text;
  made int := 0;
begin
  select * into strict kind from "${schema}".partitioned p where p.parent = of_table;
  perform pg_advisory_xact_lock(hashtextextended('${schema} partitions', 0));
  first := date_trunc(kind.width, since);
  while first < till loop
    after := first + ('1 ' || kind.width)::interval;
    part := kind.parent || '_' || to_char(first, 'YYYYMMDD');
    if to_regclass(format('"${schema}".%I', part)) is null then
      execute format('create table "${schema}".%I (like "${schema}".%I including all) with (fillfactor = %s)',
        part, kind.parent, kind.fill_factor);
      execute format('alter table "${schema}".%I enable row level security, force row level security', part);
      execute format('alter table "${schema}".%I attach partition "${schema}".%I for values from (%L) to (%L)',
        kind.parent, part, "${schema}".id_at(kind.prefix, first), "${schema}".id_at(kind.prefix, after));
      if after < now() then
        insert into "${schema}".late_partitions values (part, now())
        on conflict (name) do update set made_at = excluded.made_at;
      end if;
      made := made + 1;
    end if;
    first := after;
  end loop;
  return made;
end $$;

create or replace function "${schema}".drop_partitions(of_table text, before timestamptz) returns int
${closedDefiner} as $$
declare
  kind "${schema}".partitioned;
  part text;
  late timestamptz;
  dropped int := 0;
begin
  select * into strict kind from "${schema}".partitioned p where p.parent = of_table;
  for part, late in
    select c.relname, l.made_at from pg_inherits i join pg_class c on c.oid = i.inhrelid
    left join "${schema}".late_partitions l on l.name = c.relname
    where i.inhparent = format('"${schema}".%I', kind.parent)::regclass
    order by c.relname
  loop
    if greatest(late, to_timestamp(right(part, 8), 'YYYYMMDD') + ('1 ' || kind.width)::interval) <= before then
      execute format('drop table "${schema}".%I', part);
      delete from "${schema}".late_partitions l where l.name = part;
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
`

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const definer = `language plpgsql security definer
set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '3s'`
const closedDefiner = definer.replace('pg_catalog, pg_temp', "''")

/** The creation time of a TypeID with a prefix of three letters. */
export function timeOfId(id: string): Date {
  let ms = 0
  for (const digit of id.slice(4, 14)) ms = ms * 32 + alphabet.indexOf(digit)
  return new Date(ms)
}

const dayMs = 24 * 3600_000
const daysAhead = { week: 21, month: 62 }

/** The partitioned tables of a schema, for its workers. */
export class Partitions {
  readonly #schema: string
  readonly #tables: readonly PartitionedTable[]

  constructor(schema: string, tables: readonly PartitionedTable[]) {
    this.#schema = schema
    this.#tables = tables
  }

  /** Creates partitions some weeks ahead, and drops those older than this many days. Time is the database's. */
  async keep(system: Database, daysKept: Readonly<Record<string, number>>): Promise<void> {
    for (const { name, width } of this.#tables) {
      await system.run([
        step(`select "${this.#schema}".make_partitions($1, now(), now() + make_interval(days => $2))`, [
          name,
          String(daysAhead[width]),
        ]),
      ])
      await system.run([
        step(`select "${this.#schema}".drop_partitions($1, now() - make_interval(days => $2))`, [
          name,
          String(daysKept[name]),
        ]),
      ])
    }
  }

  /**
   * Writes rows. If an id has no partition (a clock is far off, or the job has not run for weeks), it creates the
   * partitions of these ids and writes again. Such rows are kept for the full time from now on.
   */
  async writing<T>(system: Database, ids: () => readonly string[], write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      if (!lacksPartition(error)) throw error
      await this.#makeFor(system, ids())
      return write()
    }
  }

  async #makeFor(system: Database, ids: readonly string[]): Promise<void> {
    for (const { name, prefix } of this.#tables) {
      const mine = ids.filter(id => id.startsWith(`${prefix}_`))
      const days = new Set(mine.map(id => Math.floor(timeOfId(id).getTime() / dayMs)))
      for (const day of days) await system.run([this.#make(name, day * dayMs)])
    }
  }

  #make(name: string, time: number) {
    const text = `select "${this.#schema}".make_partitions($1, $2, $3)`
    return step(text, [name, new Date(time).toISOString(), new Date(time + 1).toISOString()])
  }
}

const lacksPartition = (error: unknown): boolean =>
  error instanceof StatementError && error.sqlState === '23514' && /no partition/.test(error.message)
