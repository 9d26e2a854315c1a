create table "analytics"."day_sums" (
  "school_id" text collate "C" not null,
  "day" int not null,
  "kind" text collate "C" not null,
  "currency" text collate "C" not null,
  "offer_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "webinar_id" text collate "C" not null,
  "channel" text collate "C" not null,
  "source" text collate "C" not null,
  "medium" text collate "C" not null,
  "campaign" text collate "C" not null,
  "objects" bigint not null,
  "parts" bigint not null,
  "amount" bigint not null,
  primary key ("school_id", "day", "kind", "currency", "offer_id", "course_id", "lesson_id", "webinar_id", "channel", "source", "medium", "campaign")
);
alter table "analytics"."day_sums" enable row level security, force row level security;
create policy open on "analytics"."day_sums" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."day_sums" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."day_sums" to lms_analytics;

create table "analytics"."dirty_days" (
  "school_id" text collate "C" not null,
  "day" int not null,
  primary key ("school_id", "day")
);
alter table "analytics"."dirty_days" enable row level security, force row level security;
create policy open on "analytics"."dirty_days" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."dirty_days" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."dirty_days" to lms_analytics;

create table "analytics"."facts" (
  "school_id" text collate "C" not null,
  "object_id" text collate "C" not null,
  "kind" text collate "C" not null,
  "place" text collate "C" not null,
  "first" boolean not null,
  "at" timestamptz(3) not null,
  "user_id" text collate "C",
  "amount" bigint not null,
  "currency" text collate "C" not null,
  "offer_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "webinar_id" text collate "C" not null,
  "channel" text collate "C" not null,
  "source" text collate "C" not null,
  "medium" text collate "C" not null,
  "campaign" text collate "C" not null,
  primary key ("school_id", "object_id", "kind", "place")
);
alter table "analytics"."facts" enable row level security, force row level security;
create policy open on "analytics"."facts" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."facts" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."facts" to lms_analytics;
create index "facts_school_id_kind_at_index" on "analytics"."facts" ("school_id", "kind", "at");
create index "facts_school_id_at_index" on "analytics"."facts" ("school_id", "at");
create index "facts_school_id_user_id_kind_at_index" on "analytics"."facts" ("school_id", "user_id", "kind", "at");

create table "analytics"."read_objects" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "version" int not null,
  "read_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "analytics"."read_objects" enable row level security, force row level security;
create policy open on "analytics"."read_objects" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."read_objects" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."read_objects" to lms_analytics;
create index "read_objects_school_id_read_at_index" on "analytics"."read_objects" ("school_id", "read_at");

create table "analytics"."settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  "version" int not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "analytics"."settings" enable row level security, force row level security;
create policy open on "analytics"."settings" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."settings" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."settings" to lms_analytics;

create table "analytics"."states" (
  "school_id" text collate "C" not null,
  "zone" text collate "C" not null,
  "event_id" text collate "C",
  "at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "analytics"."states" enable row level security, force row level security;
create policy open on "analytics"."states" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."states" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."states" to lms_analytics;
