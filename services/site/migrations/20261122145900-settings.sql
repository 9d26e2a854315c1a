create table "site"."settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  "version" int not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "site"."settings" enable row level security, force row level security;
create policy open on "site"."settings" to lms_site using (true) with check (true);
create policy wall on "site"."settings" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."settings" to lms_site;
