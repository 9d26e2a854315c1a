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
alter table "users"."settings" add "secrets" text null;
-- Keys of models among the settings are encrypted again by a worker.
create policy workers on "users"."settings" to lms_users_system using (true) with check (true);
grant select, insert, update, delete on "users"."settings" to lms_users_system;
