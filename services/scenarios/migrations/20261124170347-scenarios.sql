create table "scenarios"."listeners" (
  "school_id" text collate "C" not null,
  "type" text collate "C" not null,
  "scenario_id" text collate "C" not null,
  primary key ("school_id", "type", "scenario_id")
);
alter table "scenarios"."listeners" enable row level security, force row level security;
create policy open on "scenarios"."listeners" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."listeners" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."listeners" to lms_scenarios;

create table "scenarios"."node_counts" (
  "school_id" text collate "C" not null,
  "scenario_id" text collate "C" not null,
  "scenario_version" int not null,
  "node" text collate "C" not null,
  "entered" bigint not null,
  "went" bigint not null,
  "dropped" bigint not null,
  primary key ("school_id", "scenario_id", "scenario_version", "node")
);
alter table "scenarios"."node_counts" enable row level security, force row level security;
create policy open on "scenarios"."node_counts" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."node_counts" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."node_counts" to lms_scenarios;

create table "scenarios"."run_steps" (
  "school_id" text collate "C" not null,
  "run_id" text collate "C" not null,
  "place" int not null,
  "node" text collate "C" not null,
  "kind" text collate "C" not null,
  "entered_at" timestamptz(3) not null,
  "left_at" timestamptz(3) not null,
  "exit" text collate "C",
  "outcome" text collate "C",
  "reason" text,
  "effect_key" text collate "C",
  "ids" jsonb not null,
  "request_id" text collate "C",
  primary key ("school_id", "run_id", "place")
);
alter table "scenarios"."run_steps" enable row level security, force row level security;
create policy open on "scenarios"."run_steps" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."run_steps" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."run_steps" to lms_scenarios;

create table "scenarios"."runs" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "scenario_id" text collate "C" not null,
  "scenario_version" int not null,
  "user_id" text collate "C" not null,
  "status" text collate "C" not null,
  "node" text collate "C" not null,
  "reason" text collate "C",
  "test" boolean not null,
  "ended_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "visit" int not null,
  "phase" text collate "C" not null,
  "clock" text collate "C",
  "due_at" timestamptz(3),
  "awaits" text collate "C",
  "arrived" jsonb,
  "data" jsonb not null,
  "came_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "scenarios"."runs" enable row level security, force row level security;
create policy open on "scenarios"."runs" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."runs" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."runs" to lms_scenarios;
create index "runs_school_id_created_at_id_index" on "scenarios"."runs" ("school_id", "created_at", "id");
create index "runs_school_id_updated_at_id_index" on "scenarios"."runs" ("school_id", "updated_at", "id");
create index "runs_school_id_status_created_at_id_index" on "scenarios"."runs" ("school_id", "status", "created_at", "id");
create index "runs_school_id_scenario_id_created_at_id_index" on "scenarios"."runs" ("school_id", "scenario_id", "created_at", "id");
create index "runs_school_id_user_id_created_at_id_index" on "scenarios"."runs" ("school_id", "user_id", "created_at", "id");
create index "runs_school_id_scenario_id_clock_due_at_index" on "scenarios"."runs" ("school_id", "scenario_id", "clock", "due_at");
create index "runs_school_id_user_id_awaits_index" on "scenarios"."runs" ("school_id", "user_id", "awaits");
create index "runs_school_id_scenario_id_user_id_created_at_index" on "scenarios"."runs" ("school_id", "scenario_id", "user_id", "created_at");

create table "scenarios"."scenarios" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "name" text not null,
  "status" text collate "C" not null,
  "re_entry" text collate "C" not null,
  "re_entry_gap_hours" int not null,
  "published_version" int,
  "published_at" timestamptz(3),
  "paused_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "graph" jsonb not null,
  "paused_ms" bigint not null,
  "inside_then" text collate "C",
  primary key ("school_id", "id")
);
alter table "scenarios"."scenarios" enable row level security, force row level security;
create policy open on "scenarios"."scenarios" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."scenarios" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."scenarios" to lms_scenarios;
create index "scenarios_school_id_created_at_id_index" on "scenarios"."scenarios" ("school_id", "created_at", "id");
create index "scenarios_school_id_updated_at_id_index" on "scenarios"."scenarios" ("school_id", "updated_at", "id");
create index "scenarios_school_id_name_id_index" on "scenarios"."scenarios" ("school_id", "name", "id");
create index "scenarios_school_id_status_created_at_id_index" on "scenarios"."scenarios" ("school_id", "status", "created_at", "id");

create table "scenarios"."versions" (
  "school_id" text collate "C" not null,
  "scenario_id" text collate "C" not null,
  "number" int not null,
  "graph" jsonb not null,
  "published_at" timestamptz(3) not null,
  primary key ("school_id", "scenario_id", "number")
);
alter table "scenarios"."versions" enable row level security, force row level security;
create policy open on "scenarios"."versions" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."versions" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."versions" to lms_scenarios;
alter table "scenarios"."runs" add constraint "runs_status_check" check ("status" in ('active', 'waiting', 'finished', 'closed', 'failed'));
alter table "scenarios"."runs" add constraint "runs_reason_check" check ("reason" in ('end', 'goal', 'stopped', 'left', 'merged', 'erased', 'failed'));
alter table "scenarios"."scenarios" add constraint "scenarios_status_check" check ("status" in ('draft', 'enabled', 'paused', 'stopped'));
alter table "scenarios"."scenarios" add constraint "scenarios_re_entry_check" check ("re_entry" in ('never', 'after_leaving'));

-- A person is inside a scenario once.
create unique index runs_inside on "scenarios"."runs" (school_id, scenario_id, user_id)
  where status in ('active', 'waiting') and not test;
create index runs_open on "scenarios"."runs" (school_id, scenario_id, id) where status in ('active', 'waiting');
create index runs_open_of on "scenarios"."runs" (school_id, user_id, id) where status in ('active', 'waiting');
