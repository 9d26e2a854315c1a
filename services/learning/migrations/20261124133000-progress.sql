create table "learning"."block_progress" (
  "school_id" text collate "C" not null,
  "enrollment_id" text collate "C" not null,
  "block_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "watched" int4multirange not null,
  "position_seconds" int not null,
  "positioned_at" timestamptz(3) not null,
  "reported_at" timestamptz(3) not null,
  primary key ("school_id", "enrollment_id", "block_id")
);
alter table "learning"."block_progress" enable row level security, force row level security;
create policy open on "learning"."block_progress" to lms_learning using (true) with check (true);
create policy wall on "learning"."block_progress" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."block_progress" to lms_learning;
create index "block_progress_school_id_enrollment_id_lesson_id_index" on "learning"."block_progress" ("school_id", "enrollment_id", "lesson_id");

create table "learning"."lesson_progress" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "enrollment_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "status" text collate "C" not null,
  "viewed_percent" int not null,
  "started_at" timestamptz(3) not null,
  "marked_at" timestamptz(3),
  "quiz_passed_at" timestamptz(3),
  "homework_accepted_at" timestamptz(3),
  "completed_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."lesson_progress" enable row level security, force row level security;
create policy open on "learning"."lesson_progress" to lms_learning using (true) with check (true);
create policy wall on "learning"."lesson_progress" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."lesson_progress" to lms_learning;
create index "lesson_progress_school_id_created_at_id_index" on "learning"."lesson_progress" ("school_id", "created_at", "id");
create index "lesson_progress_school_id_updated_at_id_index" on "learning"."lesson_progress" ("school_id", "updated_at", "id");
create index "lesson_progress_school_id_user_id_created_at_id_index" on "learning"."lesson_progress" ("school_id", "user_id", "created_at", "id");
create index "lesson_progress_school_id_course_id_created_at_id_index" on "learning"."lesson_progress" ("school_id", "course_id", "created_at", "id");
create index "lesson_progress_school_id_lesson_id_created_at_id_index" on "learning"."lesson_progress" ("school_id", "lesson_id", "created_at", "id");
create index "lesson_progress_school_id_status_created_at_id_index" on "learning"."lesson_progress" ("school_id", "status", "created_at", "id");
alter table "learning"."lesson_progress" add constraint "lesson_progress_enrollment_id_lesson_id_key" unique ("school_id", "enrollment_id", "lesson_id");
create index "enrollments_school_id_course_id_id_index" on "learning"."enrollments" ("school_id", "course_id", "id");
-- Lessons of before are completed by a mark.
alter table "learning"."lessons" add "completion" jsonb not null
  default '{"match": "all", "conditions": ["marked"], "viewed_percent": 90}';
alter table "learning"."lessons" alter "completion" drop default;
alter table "learning"."lesson_progress" add constraint "lesson_progress_status_check" check ("status" in ('started', 'completed'));
