create table "users"."settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  "version" int not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "users"."settings" enable row level security, force row level security;
create policy open on "users"."settings" to lms_users using (true) with check (true);
create policy wall on "users"."settings" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."settings" to lms_users;
alter table "users"."consents" drop constraint "consents_status_check";
alter table "users"."consents" add constraint "consents_status_check" check ("status" in ('pending', 'given', 'replaced', 'withdrawn', 'lapsed'));
