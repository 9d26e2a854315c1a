import { latePartitionsSql, migration, partitionsSql, rowSecurity } from '@lms/service-host'
import { partitioned } from '../src/facts/fact.entity.ts'

export const facts = migration(
  '20261124130000-facts',
  `
${partitionsSql('crm', partitioned)}
${latePartitionsSql('crm')}
create table crm.person_states (
  school_id text collate "C" not null,
  user_id text collate "C" not null,
  here boolean not null,
  read_at timestamptz(3) not null,
  primary key (school_id, user_id)
);
${rowSecurity('crm', 'person_states')}
create table crm.person_facts (
  school_id text collate "C" not null,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  place int not null,
  text text collate "C",
  number bigint,
  at timestamptz(3),
  primary key (school_id, user_id, kind, key, place)
);
create index "person_facts_school_id_kind_key_text_user_id_index" on "crm"."person_facts" ("school_id", "kind", "key", "text", "user_id");
create index "person_facts_school_id_kind_key_number_user_id_index" on "crm"."person_facts" ("school_id", "kind", "key", "number", "user_id");
create index "person_facts_school_id_kind_key_at_user_id_index" on "crm"."person_facts" ("school_id", "kind", "key", "at", "user_id");
${rowSecurity('crm', 'person_facts')}
create table crm.person_events (
  school_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  type text collate "C" not null,
  at timestamptz(3) not null,
  primary key (school_id, id)
) partition by range (id);
create index "person_events_school_id_user_id_type_at_index" on "crm"."person_events" ("school_id", "user_id", "type", "at");
create index "person_events_school_id_type_at_user_id_index" on "crm"."person_events" ("school_id", "type", "at", "user_id");
${rowSecurity('crm', 'person_events')}
-- Back to the retention: a rebuild reads the journal.
select crm.make_partitions('person_events', now() - interval '400 days', now() + interval '2 months');
create table crm.person_counts (
  school_id text collate "C" not null,
  user_id text collate "C" not null,
  type text collate "C" not null,
  number bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (school_id, user_id, type)
);
create index "person_counts_school_id_type_number_user_id_index" on "crm"."person_counts" ("school_id", "type", "number", "user_id");
create index "person_counts_school_id_type_first_at_user_id_index" on "crm"."person_counts" ("school_id", "type", "first_at", "user_id");
create index "person_counts_school_id_type_last_at_user_id_index" on "crm"."person_counts" ("school_id", "type", "last_at", "user_id");
${rowSecurity('crm', 'person_counts')}
`,
)
