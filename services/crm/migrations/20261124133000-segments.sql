create table "crm"."segment_checks" (
  "school_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "segment_id" text collate "C" not null,
  "cause" text collate "C" not null,
  primary key ("school_id", "user_id", "segment_id")
);
alter table "crm"."segment_checks" enable row level security, force row level security;
create policy open on "crm"."segment_checks" to lms_crm using (true) with check (true);
create policy wall on "crm"."segment_checks" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."segment_checks" to lms_crm;

create table "crm"."segment_moves" (
  "school_id" text collate "C" not null,
  "segment_id" text collate "C" not null,
  "at" timestamptz(3) not null,
  "user_id" text collate "C" not null,
  "kind" text collate "C" not null,
  "cause" text collate "C" not null,
  primary key ("school_id", "segment_id", "at", "user_id", "kind")
);
alter table "crm"."segment_moves" enable row level security, force row level security;
create policy open on "crm"."segment_moves" to lms_crm using (true) with check (true);
create policy wall on "crm"."segment_moves" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."segment_moves" to lms_crm;
create policy workers on "crm"."segment_moves" to lms_crm_system using (true) with check (true);
grant select, insert, update, delete on "crm"."segment_moves" to lms_crm_system;
create index "segment_moves_school_id_user_id_at_index" on "crm"."segment_moves" ("school_id", "user_id", "at");
create index "segment_moves_at_index" on "crm"."segment_moves" ("at");

create table "crm"."segment_people" (
  "school_id" text collate "C" not null,
  "segment_id" text collate "C" not null,
  "generation" int not null,
  "id" text collate "C" not null,
  "entered_at" timestamptz(3) not null,
  "member" boolean not null,
  "due_at" timestamptz(3),
  primary key ("school_id", "segment_id", "generation", "id")
);
alter table "crm"."segment_people" enable row level security, force row level security;
create policy open on "crm"."segment_people" to lms_crm using (true) with check (true);
create policy wall on "crm"."segment_people" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."segment_people" to lms_crm;
create policy workers on "crm"."segment_people" to lms_crm_system using (true) with check (true);
grant select, insert, update, delete on "crm"."segment_people" to lms_crm_system;
create index "segment_people_school_id_segment_id_generation_ent_a741f_index" on "crm"."segment_people" ("school_id", "segment_id", "generation", "entered_at", "id");
create index "segment_people_school_id_id_index" on "crm"."segment_people" ("school_id", "id");
create index "segment_people_due_at_index" on "crm"."segment_people" ("due_at");

create table "crm"."segment_reads" (
  "school_id" text collate "C" not null,
  "fact" text collate "C" not null,
  "segment_id" text collate "C" not null,
  primary key ("school_id", "fact", "segment_id")
);
alter table "crm"."segment_reads" enable row level security, force row level security;
create policy open on "crm"."segment_reads" to lms_crm using (true) with check (true);
create policy wall on "crm"."segment_reads" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."segment_reads" to lms_crm;

create table "crm"."segments" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "name" text not null,
  "description" text not null,
  "rule" jsonb not null,
  "status" text collate "C" not null,
  "size" bigint not null,
  "computed_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "generation" int not null,
  "building" int,
  "live_rule" jsonb,
  primary key ("school_id", "id")
);
alter table "crm"."segments" enable row level security, force row level security;
create policy open on "crm"."segments" to lms_crm using (true) with check (true);
create policy wall on "crm"."segments" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."segments" to lms_crm;
create index "segments_school_id_created_at_id_index" on "crm"."segments" ("school_id", "created_at", "id");
create index "segments_school_id_name_id_index" on "crm"."segments" ("school_id", "name", "id");
alter table "crm"."segments" add constraint "segments_status_check" check ("status" in ('building', 'ready'));
