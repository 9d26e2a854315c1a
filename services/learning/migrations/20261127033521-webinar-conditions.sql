create table "learning"."attendances" (
  "school_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "webinar_id" text collate "C" not null,
  "kind" text collate "C" not null,
  "live_seconds" int not null,
  "live_at" timestamptz(3),
  "watched_50_at" timestamptz(3),
  "watched_90_at" timestamptz(3),
  "watched_100_at" timestamptz(3),
  primary key ("school_id", "user_id", "session_id")
);
alter table "learning"."attendances" enable row level security, force row level security;
create policy open on "learning"."attendances" to lms_learning using (true) with check (true);
create policy wall on "learning"."attendances" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."attendances" to lms_learning;
create index "attendances_school_id_webinar_id_index" on "learning"."attendances" ("school_id", "webinar_id");
