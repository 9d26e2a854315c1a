-- What the school has set once for all areas: the site tells it.
create table "learning"."school_settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  primary key ("school_id")
);
alter table "learning"."school_settings" enable row level security, force row level security;
create policy open on "learning"."school_settings" to lms_learning using (true) with check (true);
create policy wall on "learning"."school_settings" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."school_settings" to lms_learning;
-- Its zone was the only setting of this area.
drop table "learning"."settings";
