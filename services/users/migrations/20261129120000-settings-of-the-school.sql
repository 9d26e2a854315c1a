-- What the school has set once for all areas: the site tells it.
create table "users"."school_settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  primary key ("school_id")
);
alter table "users"."school_settings" enable row level security, force row level security;
create policy open on "users"."school_settings" to lms_users using (true) with check (true);
create policy wall on "users"."school_settings" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."school_settings" to lms_users;
