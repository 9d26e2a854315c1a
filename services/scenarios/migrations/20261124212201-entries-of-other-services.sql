create table "scenarios"."entries" (
  "school_id" text collate "C" not null,
  "key" text collate "C" not null,
  "made_at" timestamptz(3) not null,
  "result" jsonb,
  primary key ("school_id", "key")
);
alter table "scenarios"."entries" enable row level security, force row level security;
create policy open on "scenarios"."entries" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."entries" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."entries" to lms_scenarios;
create index "entries_school_id_made_at_index" on "scenarios"."entries" ("school_id", "made_at");
