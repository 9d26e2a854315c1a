create table "users"."agent_tokens" (
  "school_id" text collate "C" not null,
  "day" text collate "C" not null,
  "tokens" bigint not null,
  primary key ("school_id", "day")
);
alter table "users"."agent_tokens" enable row level security, force row level security;
create policy open on "users"."agent_tokens" to lms_users using (true) with check (true);
create policy wall on "users"."agent_tokens" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."agent_tokens" to lms_users;

create table "users"."agent_turns" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "until" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "users"."agent_turns" enable row level security, force row level security;
create policy open on "users"."agent_turns" to lms_users using (true) with check (true);
create policy wall on "users"."agent_turns" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."agent_turns" to lms_users;
create table "users"."setting_secrets" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "sealed" text not null,
  primary key ("school_id", "id")
);
alter table "users"."setting_secrets" enable row level security, force row level security;
create policy open on "users"."setting_secrets" to lms_users using (true) with check (true);
create policy wall on "users"."setting_secrets" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."setting_secrets" to lms_users;
create policy workers on "users"."setting_secrets" to lms_users_system using (true) with check (true);
grant select, insert, update, delete on "users"."setting_secrets" to lms_users_system;
create index "setting_secrets_id_index" on "users"."setting_secrets" ("id");
