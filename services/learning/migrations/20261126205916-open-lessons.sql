create table "learning"."flow_openings" (
  "school_id" text collate "C" not null,
  "group_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "told_at" timestamptz(3) not null,
  primary key ("school_id", "group_id", "lesson_id")
);
alter table "learning"."flow_openings" enable row level security, force row level security;
create policy open on "learning"."flow_openings" to lms_learning using (true) with check (true);
create policy wall on "learning"."flow_openings" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."flow_openings" to lms_learning;
create index "flow_openings_school_id_course_id_index" on "learning"."flow_openings" ("school_id", "course_id");

create table "learning"."open_lessons" (
  "school_id" text collate "C" not null,
  "enrollment_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "looked_at" timestamptz(3) not null,
  "lessons" text[],
  "own" text[],
  primary key ("school_id", "enrollment_id")
);
alter table "learning"."open_lessons" enable row level security, force row level security;
create policy open on "learning"."open_lessons" to lms_learning using (true) with check (true);
create policy wall on "learning"."open_lessons" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."open_lessons" to lms_learning;
create index "open_lessons_school_id_course_id_index" on "learning"."open_lessons" ("school_id", "course_id");
alter table "learning"."taught_flows" add "looked_at" timestamptz(3) null;

-- What has opened so far is no news.
alter table "learning"."lesson_openings" disable row level security;
alter table "learning"."flow_openings" disable row level security;
alter table "learning"."open_lessons" disable row level security;
alter table "learning"."taught_flows" disable row level security;
alter table "learning"."enrollments" disable row level security;
insert into "learning"."flow_openings" (school_id, group_id, lesson_id, course_id, told_at)
  select school_id, owner_id, lesson_id, course_id, opens_at from "learning"."lesson_openings" where owner_id like 'grp\_%';
update "learning"."taught_flows" set looked_at = now();
insert into "learning"."open_lessons" (school_id, enrollment_id, course_id, looked_at)
  select school_id, id, course_id, now() from "learning"."enrollments";
alter table "learning"."enrollments" enable row level security;
alter table "learning"."taught_flows" enable row level security;
alter table "learning"."open_lessons" enable row level security;
alter table "learning"."flow_openings" enable row level security;
drop table "learning"."lesson_openings";
