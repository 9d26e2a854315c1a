create table "scenarios"."segment_places" (
  "school_id" text collate "C" not null,
  "known_until" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "scenarios"."segment_places" enable row level security, force row level security;
create policy open on "scenarios"."segment_places" to lms_scenarios using (true) with check (true);
create policy wall on "scenarios"."segment_places" as restrictive to lms_scenarios using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "scenarios"."segment_places" to lms_scenarios;
