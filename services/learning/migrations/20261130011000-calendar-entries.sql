-- What calendar programs have read of an occasion, so that its SEQUENCE rises only with a change.
create table "learning"."calendar_entries" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "content" text collate "C" not null,
  "sequence" int not null,
  "starts_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."calendar_entries" enable row level security, force row level security;
create policy open on "learning"."calendar_entries" to lms_learning using (true) with check (true);
create policy wall on "learning"."calendar_entries" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."calendar_entries" to lms_learning;
create index "calendar_entries_school_id_starts_at_index" on "learning"."calendar_entries" ("school_id", "starts_at");
