-- What the school has set once for all areas: the site tells it.
create table "analytics"."school_settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  primary key ("school_id")
);
alter table "analytics"."school_settings" enable row level security, force row level security;
create policy open on "analytics"."school_settings" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."school_settings" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."school_settings" to lms_analytics;
