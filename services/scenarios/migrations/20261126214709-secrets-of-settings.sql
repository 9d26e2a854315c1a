create table "scenarios"."setting_secrets" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "sealed" text not null,
  primary key ("school_id", "id")
);
alter table "scenarios"."setting_secrets" enable row level security, force row level security;
create policy open on "scenarios"."setting_secrets" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."setting_secrets" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."setting_secrets" to lms_scenarios;
create index "setting_secrets_id_index" on "scenarios"."setting_secrets" ("id");

create table "scenarios"."settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  "version" int not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "scenarios"."settings" enable row level security, force row level security;
create policy open on "scenarios"."settings" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."settings" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."settings" to lms_scenarios;
