create table "commerce"."settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  "version" int not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "commerce"."settings" enable row level security, force row level security;
create policy open on "commerce"."settings" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."settings" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."settings" to lms_commerce;
