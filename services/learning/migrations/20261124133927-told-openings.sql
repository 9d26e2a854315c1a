create table "learning"."lesson_openings" (
  "school_id" text collate "C" not null,
  "owner_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "opens_at" timestamptz(3) not null,
  primary key ("school_id", "owner_id", "lesson_id")
);
alter table "learning"."lesson_openings" enable row level security, force row level security;
create policy open on "learning"."lesson_openings" to lms_learning using (true) with check (true);
create policy wall on "learning"."lesson_openings" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."lesson_openings" to lms_learning;
create index "lesson_openings_school_id_course_id_index" on "learning"."lesson_openings" ("school_id", "course_id");

create table "learning"."taught_flows" (
  "school_id" text collate "C" not null,
  "group_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "since" timestamptz(3) not null,
  primary key ("school_id", "group_id", "course_id")
);
alter table "learning"."taught_flows" enable row level security, force row level security;
create policy open on "learning"."taught_flows" to lms_learning using (true) with check (true);
create policy wall on "learning"."taught_flows" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."taught_flows" to lms_learning;
create index "taught_flows_school_id_course_id_index" on "learning"."taught_flows" ("school_id", "course_id");
