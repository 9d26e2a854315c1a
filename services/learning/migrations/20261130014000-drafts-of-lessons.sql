-- Blocks of published lessons that staff are changing: students see the others until these are published together.
alter table "learning"."lessons" add "has_draft" boolean not null default false;
create table "learning"."draft_blocks" (
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
alter table "learning"."draft_blocks" enable row level security, force row level security;
create policy open on "learning"."draft_blocks" to lms_learning using (true) with check (true);
create policy wall on "learning"."draft_blocks" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."draft_blocks" to lms_learning;
create index "draft_blocks_school_id_lesson_id_position_index" on "learning"."draft_blocks" ("school_id", "lesson_id", "position");
create index "draft_blocks_school_id_course_id_index" on "learning"."draft_blocks" ("school_id", "course_id");
