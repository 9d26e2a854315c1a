create table "users"."calendar_links" (
  "school_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "number" int not null,
  primary key ("school_id", "user_id")
);
alter table "users"."calendar_links" enable row level security, force row level security;
create policy open on "users"."calendar_links" to lms_users using (true) with check (true);
create policy wall on "users"."calendar_links" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."calendar_links" to lms_users;
