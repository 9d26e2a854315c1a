-- What the school has set once for all areas: the site tells it.
create table "commerce"."school_settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  primary key ("school_id")
);
alter table "commerce"."school_settings" enable row level security, force row level security;
create policy open on "commerce"."school_settings" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."school_settings" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."school_settings" to lms_commerce;
