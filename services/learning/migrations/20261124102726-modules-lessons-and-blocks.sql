create table "learning"."content_uses" (
  "school_id" text collate "C" not null,
  "object_id" text collate "C" not null,
  "block_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  primary key ("school_id", "object_id", "block_id")
);
alter table "learning"."content_uses" enable row level security, force row level security;
create policy open on "learning"."content_uses" to lms_learning using (true) with check (true);
create policy wall on "learning"."content_uses" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."content_uses" to lms_learning;
create index "content_uses_school_id_block_id_index" on "learning"."content_uses" ("school_id", "block_id");
create index "content_uses_school_id_lesson_id_index" on "learning"."content_uses" ("school_id", "lesson_id");
create index "content_uses_school_id_course_id_index" on "learning"."content_uses" ("school_id", "course_id");

create table "learning"."lesson_blocks" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "position" int not null,
  "content" jsonb not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "course_id" text collate "C" not null,
  primary key ("school_id", "id")
);
alter table "learning"."lesson_blocks" enable row level security, force row level security;
create policy open on "learning"."lesson_blocks" to lms_learning using (true) with check (true);
create policy wall on "learning"."lesson_blocks" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."lesson_blocks" to lms_learning;
create index "lesson_blocks_school_id_lesson_id_position_index" on "learning"."lesson_blocks" ("school_id", "lesson_id", "position");
create index "lesson_blocks_school_id_lesson_id_created_at_id_index" on "learning"."lesson_blocks" ("school_id", "lesson_id", "created_at", "id");
create index "lesson_blocks_school_id_course_id_index" on "learning"."lesson_blocks" ("school_id", "course_id");

create table "learning"."lessons" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "module_id" text collate "C" not null,
  "title" text not null,
  "description" text not null,
  "kind" text collate "C" not null,
  "status" text collate "C" not null,
  "duration_seconds" int,
  "required" boolean not null,
  "position" int not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."lessons" enable row level security, force row level security;
create policy open on "learning"."lessons" to lms_learning using (true) with check (true);
create policy wall on "learning"."lessons" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."lessons" to lms_learning;
create index "lessons_school_id_created_at_id_index" on "learning"."lessons" ("school_id", "created_at", "id");
create index "lessons_school_id_updated_at_id_index" on "learning"."lessons" ("school_id", "updated_at", "id");
create index "lessons_school_id_position_id_index" on "learning"."lessons" ("school_id", "position", "id");
create index "lessons_school_id_title_id_index" on "learning"."lessons" ("school_id", "title", "id");
create index "lessons_school_id_course_id_created_at_id_index" on "learning"."lessons" ("school_id", "course_id", "created_at", "id");
create index "lessons_school_id_module_id_position_index" on "learning"."lessons" ("school_id", "module_id", "position");

create table "learning"."modules" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "title" text not null,
  "description" text not null,
  "position" int not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."modules" enable row level security, force row level security;
create policy open on "learning"."modules" to lms_learning using (true) with check (true);
create policy wall on "learning"."modules" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."modules" to lms_learning;
create index "modules_school_id_created_at_id_index" on "learning"."modules" ("school_id", "created_at", "id");
create index "modules_school_id_updated_at_id_index" on "learning"."modules" ("school_id", "updated_at", "id");
create index "modules_school_id_position_id_index" on "learning"."modules" ("school_id", "position", "id");
create index "modules_school_id_course_id_position_index" on "learning"."modules" ("school_id", "course_id", "position");
alter table "learning"."lessons" add constraint "lessons_kind_check" check ("kind" in ('lesson', 'practice', 'test', 'live'));
alter table "learning"."lessons" add constraint "lessons_status_check" check ("status" in ('draft', 'published'));
